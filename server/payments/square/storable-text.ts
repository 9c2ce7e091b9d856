/**
 * Text as PostgreSQL takes it: no NUL and no half of a surrogate pair, which would fail the whole batch, and not longer
 * than anybody reads.
 */
export function storableText(text: string | null | undefined, longest = 1000): string {
  return (text ?? "").replaceAll("\0", "").slice(0, longest).toWellFormed().trim();
}

/** The same for a value of JSON, keys included. */
export function storableJson(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [storableText(key), storableJson(each)]),
  );
}
