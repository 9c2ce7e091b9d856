/** The reference of an inquiry, a proposal or a finding. */
const REFERENCE = /\b(?:[0-9A-Z]{4}-[0-9A-Z]{4}|P-\d{4,}|[A-Z]+-\d+-\d+)\b/g;
const WEEKDAY = /\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),) /g;
const MONTH_AND_DAY = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (?=\d)/g;
const TIME = /(\d:\d\d) (?=[AP]M\b)/g;

type TextPart = { text: string; isReference: boolean };

/**
 * Splits a heading into references, which must stay on one line, and the text between them. References are unchanged,
 * because people copy them. Dates and times get spaces that prevent line breaks.
 */
export function keepTogether(text: string): TextPart[] {
  const texts = text.split(REFERENCE);
  const references = text.match(REFERENCE) ?? [];
  return texts
    .flatMap((part, index) => [
      { text: joinDatesAndTimes(part), isReference: false },
      { text: references[index] ?? "", isReference: true },
    ])
    .filter((part) => part.text !== "");
}

function joinDatesAndTimes(text: string): string {
  return text.replace(WEEKDAY, "$1\u00a0").replace(MONTH_AND_DAY, "$1\u00a0").replace(TIME, "$1\u00a0");
}
