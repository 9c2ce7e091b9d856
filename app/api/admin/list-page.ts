import type { PostgrestResponse, PostgrestSingleResponse } from "@supabase/postgrest-js";
import { unwrap } from "#app/api/client/api-error.ts";

export const PAGE_SIZE = 25;

export type ListSort = { column: string; ascending: boolean };

/** Filter and order of a list. An empty `status` selects the list's default status. `page` starts at 1. */
export type ListParams<Status extends string = string> = {
  search: string;
  status: Status | "";
  page: number;
  sort: ListSort | null;
};

/**
 * One page of a list. `total` is the number of rows on all pages. `from` is the zero-based position of the
 * first row.
 */
export type ListPage<Row> = { rows: Row[]; total: number; from: number };

/** Wraps a list that is fetched in full as its only page. */
export function toListPage<Row>(rows: Row[]): ListPage<Row> {
  return { rows, total: rows.length, from: 0 };
}

const RANGE_NOT_SATISFIABLE = 416;
/** PostgREST's row limit per request. */
export const BATCH_SIZE = 1000;

/**
 * Fetches one page of a list. Falls back to the first page if the requested one no longer exists.
 * @throws {ApiError}
 */
export async function fetchPage<Row>(
  page: number,
  fetchRange: (from: number, to: number) => PromiseLike<PostgrestResponse<Row>>,
): Promise<ListPage<Row>> {
  const from = (page - 1) * PAGE_SIZE;
  const response = await fetchRange(from, from + PAGE_SIZE - 1);
  const isBeyondLastPage =
    response.status === RANGE_NOT_SATISFIABLE || (page > 1 && response.data?.length === 0);
  if (isBeyondLastPage && page > 1) {
    return fetchPage(1, fetchRange);
  }
  const rows = unwrap(response);
  return { rows, total: response.count ?? rows.length, from };
}

/**
 * Fetches all rows of a list in batches ordered by id, so that concurrent inserts and deletes neither skip nor repeat
 * rows. `fetchBatch` returns at most `limit` rows with ids greater than `afterId`.
 * @throws {ApiError}
 */
export async function fetchAllRows<Row extends { id: string | null }>(
  fetchBatch: (afterId: string | null, limit: number) => PromiseLike<PostgrestSingleResponse<Row[]>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let afterId: string | null = null; ; ) {
    const batch: Row[] = unwrap(await fetchBatch(afterId, BATCH_SIZE));
    rows.push(...batch);
    afterId = batch.at(-1)?.id ?? null;
    if (batch.length < BATCH_SIZE || afterId === null) {
      return rows;
    }
  }
}
