/** Comments to load, newest first. Enough to find the last one of every recent conversation. */
export const MAX_RECENT_COMMENTS = 300;
