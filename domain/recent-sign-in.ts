/**
 * How old a sign-in may be, in minutes, when its session ends another one or changes how the account is signed in to.
 * The embedded authentication service counts alike.
 */
export const RECENT_SIGN_IN_MINUTES = 15;
