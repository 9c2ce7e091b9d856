/** The page that lists the free times for a consultation. */
export const BOOKING_PATH = "/book";

/** The page with the form for a chosen time. */
export const BOOKING_DETAILS_PATH = "/book/details";

/** The form field that requests the email about a held time again. */
export const SEND_AGAIN_FIELD = "sendAgain";
