import { createHash } from "node:crypto";
import { type SortedList, selectAfter } from "./sorted-list.ts";
import { SquareApiError } from "./square-api-error.ts";

const CURSOR_LIFETIME_MS = 5 * 60_000;

type Cursor = { query: string; after: string; at: number };

export type PageRequest<T> = {
  list: SortedList<T>;
  /** Selects the items of the list to return. By default, all of them. */
  matches?: (item: T) => boolean;
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
  const keyed = selectAfter(request.list, {
    after: parseCursor(request.cursor, queryHash, request.now),
    count: limit + 1,
    isDescending: request.order === "DESC",
    matches: request.matches ?? (() => true),
  });
  const page = keyed.slice(0, limit);
  const lastItem = page.at(-1);
  const items = page.map(({ item }) => item);
  if (!lastItem || keyed.length <= limit) {
    return { items };
  }
  const next: Cursor = { query: queryHash, after: lastItem.key, at: request.now.getTime() };
  return { items, cursor: Buffer.from(JSON.stringify(next)).toString("base64url") };
}

function parseLimit(request: Omit<PageRequest<unknown>, "list" | "matches">): number {
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
