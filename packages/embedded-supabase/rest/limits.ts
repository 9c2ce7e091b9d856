/** Limits of the REST API. */
export const LIMITS = {
  /** Rows per nesting level of a response, and rows per insert. The same as Supabase's default. */
  rows: 1_000,
  /** Characters in the path and query. Node.js limits them and the headers to 16 KB in total. */
  urlLength: 12_000,
  /** Bytes of a request body. */
  bodyBytes: 1_048_576,
  /** Bytes of a response body. 1,000 rows at each of 4 nesting levels would not fit in memory. */
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
  /** Arrows (`->` or `->>`) in one JSON path. */
  jsonPathSteps: 8,
  /** Requests that may wait for a database connection. Further requests are rejected. */
  waitingRequests: 500,
} as const;
