const REFERENCE = /\b([0-9A-Z]{4})-([0-9A-Z]{4})\b/g;
const WEEKDAY = /\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),) /g;
const MONTH_AND_DAY = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?=\d)/g;
const TIME = /(\d:\d\d) (?=[AP]M\b)/g;

/**
 * Prevents line breaks within references such as "7K2M-Q9XT", dates such as "Thu, Dec 3" and times. Use it for headings
 * only, because copied text contains the special characters.
 */
export function keepTogether(text: string): string {
  return text
    .replace(REFERENCE, "$1\u2011$2")
    .replace(WEEKDAY, "$1\u00a0")
    .replace(MONTH_AND_DAY, "$1\u00a0")
    .replace(TIME, "$1\u00a0");
}
