/** PostgREST returns at most this many rows per request. */
const PAGE_SIZE = 1000;

/** Returns all rows of a sorted query. `fetchPage` returns the rows from the first to the last position. */
export async function fetchAllPages<Row>(
  fetchPage: (first: number, last: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await fetchPage(rows.length, rows.length + PAGE_SIZE - 1);
    rows.push(...page);
    if (page.length < PAGE_SIZE) {
      return rows;
    }
  }
}
