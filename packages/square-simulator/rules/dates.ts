const DAY_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar date (YYYY-MM-DD) of an instant in a time zone. */
export function dateIn(zone: string, instant: Date): string {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formatters.set(zone, formatter);
  }
  return formatter.format(instant);
}

/** Adds days to a calendar date, independent of time zones. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Adds months to a date. Uses `anchorDay`, or the last day of a shorter month. */
export function addMonths(date: string, months: number, anchorDay: number): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  const targetDate = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(
    Date.UTC(targetDate.getUTCFullYear(), targetDate.getUTCMonth() + 1, 0),
  ).getUTCDate();
  targetDate.setUTCDate(Math.min(anchorDay, lastDay));
  return targetDate.toISOString().slice(0, 10);
}

/**
 * Returns an instant `days` earlier at `hour` UTC, so that seeded times are within business hours. Never in the future.
 */
export function businessTimeDaysAgo(now: Date, days: number, hour = 16): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const instant = new Date(midnight - days * DAY_MS + hour * 3_600_000);
  return instant > now ? new Date(now.getTime() - 60_000) : instant;
}
