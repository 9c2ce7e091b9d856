/** `ilike` pattern that matches the text anywhere. Wildcards in the text are escaped. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** `ilike` pattern that matches exactly the text, ignoring case. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Quotes a value for PostgREST's `or(…)`, where commas, parentheses and quotes are syntax. */
export function quoteFilterValue(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Condition for `or(…)`: any of the columns matches the pattern. */
export function anyColumnMatches(columns: readonly string[], pattern: string): string {
  return columns.map((column) => `${column}.ilike.${quoteFilterValue(pattern)}`).join(",");
}
