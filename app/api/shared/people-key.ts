// A separate module, so that the account settings don't load the requests of the People tab.

/** Query key prefix for the people of a client, its access reviews and its activity. */
export const PEOPLE_KEY = "people";
