const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;

/**
 * Whether a date or timestamp in ISO 8601 is in a year that can be scheduled. Days before and after it are computed, which
 * fails at the end of the year 9999.
 */
export function isInYearRange(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
