import type { PostgrestResponse } from "@supabase/postgrest-js";
import { dataOf } from "#app/data/failure.ts";

/** Rows a page of an administrator's list shows. */
export const ROWS_A_PAGE = 25;

/** One page of a list: its rows, how many there are in all, and the position of the first (from 0). */
export type ListPage<Row> = { rows: Row[]; total: number; from: number };

const RANGE_NOT_SATISFIABLE = 416;

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
