import type { Instant } from "#domain/dates/instant.ts";
import { formatTimeParameter } from "#domain/scheduling/time-parameter.ts";

const texts = new WeakMap<readonly Instant[], string>();

/** Formats free times for the page's script. Pages with the same list share the text, because there can be 100,000 times. */
export function formatTimeList(times: readonly Instant[]): string {
  const text = texts.get(times) ?? times.map(formatTimeParameter).join(" ");
  texts.set(times, text);
  return text;
}
