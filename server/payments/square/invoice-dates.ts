import type { Square } from "square";
import { type CalendarDate, dateIn, isCalendarDate } from "#domain/calendar-date.ts";

/** The first of the names that is a time zone; UTC when none is. */
export function timeZoneOf(candidates: readonly (string | null | undefined)[]): string {
  return candidates.find((name): name is string => Boolean(name) && isTimeZone(name ?? "")) ?? "UTC";
}

/** Whether this machine knows the zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    // RangeError: no such zone.
    return false;
  }
}

/** A day as Square gives it, or null for what is none. */
export function dayOf(text: string | null | undefined): CalendarDate | null {
  return text && isCalendarDate(text) ? text : null;
}

/** The day an instant falls on in a zone, or null for what is no instant. */
function dayOfInstant(text: string | null | undefined, zone: string): CalendarDate | null {
  const instant = new Date(text ?? "");
  return Number.isNaN(instant.getTime()) ? null : dateIn(instant, zone);
}

/**
 * Square has no date of publication: a scheduled invoice is dated by its schedule. Any other is dated by its making,
 * which is an estimate until the event of its publication has been heard.
 */
export function issuedDate(
  invoice: Square.Invoice,
  zone: string,
): { date: CalendarDate | null; isEstimate: boolean } {
  const scheduled = dayOfInstant(invoice.scheduledAt, zone);
  if (scheduled) return { date: scheduled, isEstimate: false };
  return { date: dayOfInstant(invoice.createdAt, zone), isEstimate: true };
}

/** When a paid invoice was paid: the newest payment on its order, else the order's closing, else a guess. */
export function paidDate(
  invoice: Square.Invoice,
  order: Square.Order | undefined,
  zone: string,
): { date: CalendarDate | null; isEstimate: boolean } {
  const newestPayment = (order?.tenders ?? [])
    .map((tender) => Date.parse(tender.createdAt ?? ""))
    .filter((time) => !Number.isNaN(time))
    .reduce((newest, time) => Math.max(newest, time), Number.NEGATIVE_INFINITY);
  if (Number.isFinite(newestPayment))
    return { date: dateIn(new Date(newestPayment), zone), isEstimate: false };
  const closed = dayOfInstant(order?.closedAt, zone);
  if (closed) return { date: closed, isEstimate: false };
  return { date: dayOfInstant(invoice.updatedAt, zone), isEstimate: true };
}
