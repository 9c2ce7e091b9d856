/**
 * Makes text safe to store. Removes NUL characters and replaces lone surrogates, because PostgreSQL would reject the
 * whole batch. Also limits the length.
 */
export function sanitizeText(text: string | null | undefined, maxLength = 1000): string {
  return (text ?? "").replaceAll("\0", "").slice(0, maxLength).toWellFormed().trim();
}

/** Removes the same characters from a JSON value, including its keys. */
export function sanitizeJson(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replaceAll("\0", "").toWellFormed();
  }
  if (Array.isArray(value)) {
    return value.map(sanitizeJson);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [sanitizeText(key), sanitizeJson(item)]),
  );
}
