/** Returns an `ilike` pattern for values that contain the text. Wildcards in the text are escaped. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Returns an `ilike` pattern for values equal to the text, ignoring case. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Quotes a value for PostgREST's `or(…)`, where commas, parentheses and quotes are syntax. */
export function quoteFilterValue(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Returns a condition for `or(…)` that is true if any of the columns matches the pattern. */
export function anyColumnMatches(columns: readonly string[], pattern: string): string {
  return columns.map((column) => `${column}.ilike.${quoteFilterValue(pattern)}`).join(",");
}
