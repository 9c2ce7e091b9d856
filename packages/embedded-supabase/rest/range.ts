import { rangeNotSatisfiable } from "./errors.ts";
import type { Level } from "./syntax.ts";

/**
 * Narrows a level by a `Range: 0-9` header, as PostgREST does for reads; other forms, such as bytes, say nothing here.
 * https://docs.postgrest.org/en/stable/references/api/pagination_count.html
 */
export function applyRange(level: Level, header: string | undefined): void {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === undefined) return;
  const lower = Math.max(Number(from), level.offset);
  if (to) {
    if (Number(to) < Number(from)) {
      throw rangeNotSatisfiable(
        "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
      );
    }
    const end = Math.min(Number(to), level.limit === null ? Number(to) : level.offset + level.limit - 1);
    level.limit = Math.max(end - lower + 1, 0);
  }
  level.offset = lower;
}

/** `0-9/25`, `0-9` of unknown many `0-9/*`, and `*` for no rows. */
export function contentRange(first: number, last: number, total: number | null): string {
  return `${total !== 0 && first <= last ? `${first}-${last}` : "*"}/${total ?? "*"}`;
}

/** 206 for a part of what is counted, 416 (thrown) for a page behind its end. */
export function rangeStatus(offset: number, rows: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) {
    throw rangeNotSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  return rows < total ? 206 : 200;
}
