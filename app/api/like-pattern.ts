/** A pattern for `ilike` that finds the text anywhere; what it holds is taken literally. */
export function containing(text: string): string {
  return `%${literally(text)}%`;
}

/** A pattern for `ilike` that finds the text itself, in upper or lower case. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** A value as it stands inside `or(…)`, where commas, brackets and quotes have a meaning of their own. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** The condition of an `or(…)` that the pattern is found in any of the columns. */
export function anyOf(columns: readonly string[], pattern: string): string {
  return columns.map((column) => `${column}.ilike.${quoted(pattern)}`).join(",");
}
