/** What one request may ask for. Whoever asks for more is refused before the database hears of it. */
export const limits = {
  /** Rows given at every level of an answer, and taken by one insert: Supabase's default. */
  rows: 1_000,
  /** Characters of path and query together; with its headers a request fits in Node's 16 KB. */
  urlLength: 12_000,
  /** Bytes of a body. */
  bodySize: 1_048_576,
  /** Bytes of an answer: a thousand rows at each of four levels would be more than fits in memory. */
  answerSize: 33_554_432,
  /** Brackets within brackets in a body. */
  jsonDepth: 64,
  /** Embedded tables within embedded tables. */
  embedDepth: 3,
  /** Columns and embedded tables named in one `select`. */
  selectItems: 200,
  /** Filters of one request, those inside `or` and `and` included. */
  filters: 100,
  /** `or` and `and` within each other. */
  logicDepth: 8,
  orderTerms: 20,
  /** Arrows of one JSON path. */
  jsonArrows: 8,
  /** Requests that may wait for a connection before further ones are turned away. */
  waitingForConnection: 500,
} as const;
