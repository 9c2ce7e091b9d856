import type { PostgrestResponse, PostgrestSingleResponse } from "@supabase/postgrest-js";
import { dataOf } from "#app/api/failure.ts";

/** Rows a page of an administrator's list shows. */
export const ROWS_A_PAGE = 25;

/** A column a list is ordered by. */
export type ListSort = { column: string; ascending: boolean };

/** What narrows and orders a list: a search, a status ("" for the list's own choice), a page from 1, an order. */
export type ListWanted = { search: string; status: string; page: number; sort: ListSort | null };

/** One page of a list: its rows, how many there are in all, and the position of the first (from 0). */
export type ListPage<Row> = { rows: Row[]; total: number; from: number };

const RANGE_NOT_SATISFIABLE = 416;
/** Rows the backend gives at once, at most. */
const ROWS_AN_ANSWER = 1000;

/**
 * Asks for one page of a list, counted from 1; for the first one when an old link names a page there no longer is.
 * @throws ApiFailure
 */
export async function listPage<Row>(
  page: number,
  ask: (from: number, to: number) => PromiseLike<PostgrestResponse<Row>>,
): Promise<ListPage<Row>> {
  const from = (page - 1) * ROWS_A_PAGE;
  const answer = await ask(from, from + ROWS_A_PAGE - 1);
  const isBeyond = answer.status === RANGE_NOT_SATISFIABLE || (page > 1 && answer.data?.length === 0);
  if (isBeyond && page > 1) return listPage(1, ask);
  const rows = dataOf(answer);
  return { rows, total: answer.count ?? rows.length, from };
}

/**
 * Asks for every row of a list, in the order of their ids: what comes and goes meanwhile neither doubles nor drops
 * another. `ask` gives at most `limit` rows with ids after the one named.
 * @throws ApiFailure
 */
export async function everyRow<Row extends { id: string | null }>(
  ask: (after: string | null, limit: number) => PromiseLike<PostgrestSingleResponse<Row[]>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = null; ; ) {
    const portion: Row[] = dataOf(await ask(after, ROWS_AN_ANSWER));
    rows.push(...portion);
    after = portion.at(-1)?.id ?? null;
    if (portion.length < ROWS_AN_ANSWER || after === null) return rows;
  }
}
