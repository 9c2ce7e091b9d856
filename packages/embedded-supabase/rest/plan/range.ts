import { NEGATIVE_LIMIT_DETAILS, rangeNotSatisfiable } from "../errors.ts";
import type { QueryLevel } from "../parse/syntax.ts";

/**
 * Applies a `Range: 0-9` header to `limit` and `offset`, as PostgREST does for `GET`. Ignores other formats, and every
 * range with `limit=0`.
 * @see https://docs.postgrest.org/en/stable/references/api/pagination_count.html
 */
export function applyRange(level: QueryLevel, header: string | undefined): void {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === undefined || level.limit === 0) {
    return;
  }
  if (to && Number(to) < Number(from)) {
    throw rangeNotSatisfiable(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  const lower = Math.max(Number(from), level.offset);
  const upper = Math.min(
    to ? Number(to) : Number.POSITIVE_INFINITY,
    level.limit === null ? Number.POSITIVE_INFINITY : level.offset + level.limit - 1,
  );
  if (upper < lower) {
    throw rangeNotSatisfiable(NEGATIVE_LIMIT_DETAILS);
  }
  if (Number.isFinite(upper)) {
    level.limit = upper - lower + 1;
  }
  level.offset = lower;
}

/** Formats `Content-Range`: `0-9/25`, `0-9/*` without a total, or `*` as the range when there are no rows. */
export function formatContentRange(first: number, last: number, total: number | null): string {
  return `${total !== 0 && first <= last ? `${first}-${last}` : "*"}/${total ?? "*"}`;
}

/**
 * Returns 206 if the response contains only some of the counted rows, otherwise 200.
 * @throws {RestError} PGRST103 (416) for an offset beyond the last row
 */
export function getRangeStatus(offset: number, rows: number, total: number | null): 200 | 206 {
  if (total === null) {
    return 200;
  }
  if (offset > total) {
    throw rangeNotSatisfiable(
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
      total,
    );
  }
  return rows < total ? 206 : 200;
}
