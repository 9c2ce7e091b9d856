import { createHash } from "node:crypto";
import { SquareFailure } from "./square-failure.ts";

const CURSOR_LIFETIME_MS = 5 * 60_000;

type Cursor = { query: string; after: string; at: number };

export type PageRequest<T> = {
  items: T[];
  /** A text that orders the items and is different for each. */
  keyOf: (item: T) => string;
  order: "ASC" | "DESC";
  /** Everything that shaped the list; a cursor works with the same only. */
  query: unknown;
  cursor: unknown;
  limit: unknown;
  defaultLimit: number;
  maxLimit: number;
  now: Date;
};

/** One page of a list, and the cursor of the next when there is more. */
export function pageOf<T>(request: PageRequest<T>): { items: T[]; cursor?: string } {
  const limit = limitOf(request);
  const query = createHash("sha256").update(JSON.stringify(request.query)).digest("base64url").slice(0, 16);
  const direction = request.order === "ASC" ? 1 : -1;
  const after = cursorOf(request.cursor, query, request.now);
  const isLeft = (key: string) => after === null || (direction === 1 ? key > after : key < after);
  const keyed = request.items
    .map((item) => ({ item, key: request.keyOf(item) }))
    .filter(({ key }) => isLeft(key))
    .sort((left, right) => (left.key < right.key ? -direction : direction));
  const page = keyed.slice(0, limit);
  const last = page.at(-1);
  const items = page.map(({ item }) => item);
  if (!last || keyed.length <= limit) return { items };
  const next: Cursor = { query, after: last.key, at: request.now.getTime() };
  return { items, cursor: Buffer.from(JSON.stringify(next)).toString("base64url") };
}

function limitOf(request: Omit<PageRequest<unknown>, "items" | "keyOf">): number {
  if (request.limit === undefined || request.limit === "") return request.defaultLimit;
  const limit = Number(request.limit);
  if (!Number.isInteger(limit)) throw new SquareFailure("EXPECTED_INTEGER", "Expected an integer.", "limit");
  if (limit < 1) throw new SquareFailure("VALUE_TOO_LOW", "`limit` must be at least 1.", "limit");
  if (limit > request.maxLimit) {
    throw new SquareFailure("VALUE_TOO_HIGH", `\`limit\` must be at most ${request.maxLimit}.`, "limit");
  }
  return limit;
}

function cursorOf(value: unknown, query: string, now: Date): string | null {
  if (value === undefined || value === null || value === "") return null;
  const invalid = new SquareFailure("INVALID_CURSOR", "The pagination cursor is invalid.", "cursor");
  let cursor: Cursor;
  try {
    cursor = JSON.parse(Buffer.from(String(value), "base64url").toString("utf8"));
  } catch {
    throw invalid;
  }
  if (cursor?.query !== query || typeof cursor.after !== "string") throw invalid;
  if (now.getTime() - cursor.at > CURSOR_LIFETIME_MS) throw invalid;
  return cursor.after;
}
