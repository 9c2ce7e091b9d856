const DAY_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar date (YYYY-MM-DD) that an instant has in a time zone. */
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

/** A calendar date some days later; no time zone is involved. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of a later month, or that month's last day; `anchorDay` restores 31 after a short month. */
export function addMonths(date: string, months: number, anchorDay: number): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(anchorDay, lastDay));
  return first.toISOString().slice(0, 10);
}

/** An instant some days earlier, at `hour` o'clock UTC, so that seeded times look like office hours. */
export function daysBefore(now: Date, days: number, hour = 16): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const instant = new Date(midnight - days * DAY_MS + hour * 3_600_000);
  return instant > now ? new Date(now.getTime() - 60_000) : instant;
}
