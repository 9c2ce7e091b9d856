/** The reference of an inquiry, a proposal or a finding. */
const REFERENCE = /\b(?:[0-9A-Z]{4}-[0-9A-Z]{4}|P-\d{4,}|[A-Z]+-\d+-\d+)\b/g;
const WEEKDAY = /\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),) /g;
const MONTH_AND_DAY = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?=\d)/g;
const TIME = /(\d:\d\d) (?=[AP]M\b)/g;

/**
 * Prevents line breaks in references, dates and times. Use it for headings only, because copied text contains the special
 * characters.
 */
export function keepTogether(text: string): string {
  return text
    .replace(REFERENCE, (reference) => reference.replaceAll("-", "\u2011"))
    .replace(WEEKDAY, "$1\u00a0")
    .replace(MONTH_AND_DAY, "$1\u00a0")
    .replace(TIME, "$1\u00a0");
}
