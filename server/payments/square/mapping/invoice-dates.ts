import { type CalendarDate, dateInTimeZone, isTimeZone } from "#domain/dates/calendar-date.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** Returns the first valid time zone, or UTC if there is none. */
export function firstValidTimeZone(candidates: readonly (string | null | undefined)[]): string {
  return candidates.find((name): name is string => Boolean(name) && isTimeZone(name ?? "")) ?? "UTC";
}

/** Returns the date of an instant in a time zone, or null if the instant is invalid. */
function toCalendarDate(text: string | null | undefined, timeZone: string): CalendarDate | null {
  const instant = new Date(text ?? "");
  return Number.isNaN(instant.getTime()) ? null : dateInTimeZone(instant, timeZone);
}

/**
 * Returns the issue date. Square stores no publication date, so a scheduled invoice uses its scheduled date. Any other
 * invoice uses its creation date, which is an estimate until the published event arrives.
 */
export function getIssuedDate(
  invoice: Square.Invoice,
  timeZone: string,
): { date: CalendarDate | null; isEstimate: boolean } {
  const scheduledDate = toCalendarDate(invoice.scheduledAt, timeZone);
  if (scheduledDate) {
    return { date: scheduledDate, isEstimate: false };
  }
  return { date: toCalendarDate(invoice.createdAt, timeZone), isEstimate: true };
}

/** Returns the date of the order's newest payment, or the date the order closed, or an estimate from the last update. */
export function getPaidDate(
  invoice: Square.Invoice,
  order: Square.Order | undefined,
  timeZone: string,
): { date: CalendarDate | null; isEstimate: boolean } {
  const newestPaymentTime = (order?.tenders ?? [])
    .map((tender) => Date.parse(tender.createdAt ?? ""))
    .filter((time) => !Number.isNaN(time))
    .reduce((newest, time) => Math.max(newest, time), Number.NEGATIVE_INFINITY);
  if (Number.isFinite(newestPaymentTime)) {
    return { date: dateInTimeZone(new Date(newestPaymentTime), timeZone), isEstimate: false };
  }
  const closedDate = toCalendarDate(order?.closedAt, timeZone);
  if (closedDate) {
    return { date: closedDate, isEstimate: false };
  }
  return { date: toCalendarDate(invoice.updatedAt, timeZone), isEstimate: true };
}
