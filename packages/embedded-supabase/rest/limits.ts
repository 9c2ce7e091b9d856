/** Limits of one request. A request over a limit is rejected before it reaches the database. */
export const LIMITS = {
  /** Rows per nesting level of a response and per insert: Supabase's default. */
  rows: 1_000,
  /** Characters of path and query, so that a request with its headers fits in Node's 16 KB. */
  urlLength: 12_000,
  /** Bytes of a request body. */
  bodyBytes: 1_048_576,
  /** Bytes of a response body, because 1,000 rows at each of 4 levels would not fit in memory. */
  responseBytes: 33_554_432,
  /** Nesting depth of a JSON body. */
  jsonDepth: 64,
  /** Nesting depth of embedded tables. */
  embedDepth: 3,
  /** Columns and embedded tables in one `select`. */
  selectItems: 200,
  /** Filters per request, including those inside `or` and `and`. */
  filters: 100,
  /** Nesting depth of `or` and `and`. */
  logicDepth: 8,
  orderTerms: 20,
  /** Arrows in one JSON path. */
  jsonPathSteps: 8,
  /** Requests that may wait for a database connection. Further requests are rejected. */
  waitingRequests: 500,
} as const;
