/** The plural of a regular English noun: "run" → "runs", "inquiry" → "inquiries", "day" → "days". */
export function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** A number of things as people write it: "1 run", "0 runs", "1,204 inquiries". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : pluralOf(noun)}`;
}
