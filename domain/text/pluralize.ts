/** Returns the plural of a regular English noun. */
export function pluralize(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/**
 * Formats a count with its noun, such as "1 run", "0 runs" or "1,204 inquiries".
 * @param plural required for an irregular noun
 */
export function formatCount(count: number, noun: string, plural: string = pluralize(noun)): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;
}
