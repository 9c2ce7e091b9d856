/**
 * Maximum age of a sign-in, in minutes, for actions that end other sessions or change how the account signs in.
 * The embedded auth server uses the same limit. With a hosted project, the pages check it with
 * `GET /api/recent-sign-in`, and triggers in the project's database enforce it.
 */
export const RECENT_SIGN_IN_MINUTES = 15;
