import { createHash } from "node:crypto";
import { SquareApiError } from "./square-api-error.ts";

const CURSOR_LIFETIME_MS = 5 * 60_000;

type Cursor = { query: string; after: string; at: number };

export type PageRequest<T> = {
  items: T[];
  /** A unique sort key of an item. */
  sortKey: (item: T) => string;
  order: "ASC" | "DESC";
  /** The parameters of the list. A cursor is valid only for the same parameters. */
  query: unknown;
  cursor: unknown;
  limit: unknown;
  defaultLimit: number;
  maxLimit: number;
  now: Date;
};

/** Returns one page of a list, and a cursor if there are more items. */
export function paginate<T>(request: PageRequest<T>): { items: T[]; cursor?: string } {
  const limit = parseLimit(request);
  const queryHash = createHash("sha256")
    .update(JSON.stringify(request.query))
    .digest("base64url")
    .slice(0, 16);
  const cursorPosition = parseCursor(request.cursor, queryHash, request.now);
  const keyed = selectFirst(request, cursorPosition, limit + 1);
  const page = keyed.slice(0, limit);
  const lastItem = page.at(-1);
  const items = page.map(({ item }) => item);
  if (!lastItem || keyed.length <= limit) {
    return { items };
  }
  const next: Cursor = { query: queryHash, after: lastItem.key, at: request.now.getTime() };
  return { items, cursor: Buffer.from(JSON.stringify(next)).toString("base64url") };
}

type KeyedItem<T> = { item: T; key: string };

/**
 * Returns the first `count` items after the cursor, in order. This is much faster than sorting all items for each page.
 */
function selectFirst<T>(
  { items, sortKey, order }: PageRequest<T>,
  cursorPosition: string | null,
  count: number,
): KeyedItem<T>[] {
  const isBefore = (left: string, right: string) => (order === "ASC" ? left < right : left > right);
  const selected: KeyedItem<T>[] = [];
  // Items are usually in order of creation, so start at the end that is listed first.
  const step = order === "ASC" ? 1 : -1;
  for (let index = step === 1 ? 0 : items.length - 1; index >= 0 && index < items.length; index += step) {
    const item = items[index];
    if (item === undefined) {
      continue;
    }
    const key = sortKey(item);
    const last = selected.at(-1);
    const isExcluded =
      (cursorPosition !== null && !isBefore(cursorPosition, key)) ||
      (last !== undefined && selected.length >= count && !isBefore(key, last.key));
    if (isExcluded) {
      continue;
    }
    const next = selected.findLastIndex((other) => isBefore(other.key, key)) + 1;
    selected.splice(next, 0, { item, key });
    if (selected.length > count) {
      selected.pop();
    }
  }
  return selected;
}

function parseLimit(request: Omit<PageRequest<unknown>, "items" | "sortKey">): number {
  if (request.limit === undefined || request.limit === "") {
    return request.defaultLimit;
  }
  const limit = Number(request.limit);
  if (!Number.isInteger(limit)) {
    throw new SquareApiError("EXPECTED_INTEGER", "Expected an integer.", "limit");
  }
  if (limit < 1) {
    throw new SquareApiError("VALUE_TOO_LOW", "`limit` must be at least 1.", "limit");
  }
  if (limit > request.maxLimit) {
    throw new SquareApiError("VALUE_TOO_HIGH", `\`limit\` must be at most ${request.maxLimit}.`, "limit");
  }
  return limit;
}

function parseCursor(value: unknown, query: string, now: Date): string | null {
  if (value === undefined || value === null || value === "") {
    return null;
  }
  const invalidCursorError = new SquareApiError(
    "INVALID_CURSOR",
    "The pagination cursor is invalid.",
    "cursor",
  );
  let cursor: Cursor;
  try {
    cursor = JSON.parse(Buffer.from(String(value), "base64url").toString("utf8"));
  } catch {
    throw invalidCursorError;
  }
  if (cursor?.query !== query || typeof cursor.after !== "string") {
    throw invalidCursorError;
  }
  if (now.getTime() - cursor.at > CURSOR_LIFETIME_MS) {
    throw invalidCursorError;
  }
  return cursor.after;
}
