import type { Square } from "square";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";

/** Returns the first valid time zone; UTC if there is none. */
export function firstValidTimeZone(candidates: readonly (string | null | undefined)[]): string {
  return candidates.find((name): name is string => Boolean(name) && isTimeZone(name ?? "")) ?? "UTC";
}

/** Whether the runtime supports this time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    // RangeError: unknown time zone.
    return false;
  }
}

/** Returns the date of an instant in a time zone; null for an invalid instant. */
function dateOfInstant(text: string | null | undefined, timeZone: string): CalendarDate | null {
  const instant = new Date(text ?? "");
  return Number.isNaN(instant.getTime()) ? null : dateInTimeZone(instant, timeZone);
}

/**
 * Square stores no publication date. A scheduled invoice is issued on its scheduled date. Any other invoice uses its
 * creation date, an estimate until the published event arrives.
 */
export function issuedDate(
  invoice: Square.Invoice,
  timeZone: string,
): { date: CalendarDate | null; isEstimate: boolean } {
  const scheduledDate = dateOfInstant(invoice.scheduledAt, timeZone);
  if (scheduledDate) {
    return { date: scheduledDate, isEstimate: false };
  }
  return { date: dateOfInstant(invoice.createdAt, timeZone), isEstimate: true };
}

/** The date of the order's newest payment, else the date the order closed, else an estimate from the last update. */
export function paidDate(
  invoice: Square.Invoice,
  order: Square.Order | undefined,
  timeZone: string,
): { date: CalendarDate | null; isEstimate: boolean } {
  const newestPayment = (order?.tenders ?? [])
    .map((tender) => Date.parse(tender.createdAt ?? ""))
    .filter((time) => !Number.isNaN(time))
    .reduce((newest, time) => Math.max(newest, time), Number.NEGATIVE_INFINITY);
  if (Number.isFinite(newestPayment)) {
    return { date: dateInTimeZone(new Date(newestPayment), timeZone), isEstimate: false };
  }
  const closedDate = dateOfInstant(order?.closedAt, timeZone);
  if (closedDate) {
    return { date: closedDate, isEstimate: false };
  }
  return { date: dateOfInstant(invoice.updatedAt, timeZone), isEstimate: true };
}
