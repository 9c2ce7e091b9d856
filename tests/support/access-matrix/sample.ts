/** The column values of a row to insert. */
export type Sample = Record<string, unknown>;

/** Builds unique rows of a table: one per client, one that belongs to the firm, or both. */
export type Samples = { perClient?: (clientId: string) => Sample; firmOwned?: () => Sample };
