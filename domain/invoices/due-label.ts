import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { type InvoiceStatus, isUnpaid } from "#domain/invoices/invoice.ts";
import type { Tone } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** Days late after which the label turns from warning to negative. */
const SERIOUSLY_LATE_DAYS = 30;

/** How far an unpaid invoice is from its due date. Null when it is not unpaid or has no due date. */
export function dueLabel(
  invoice: { status: InvoiceStatus; due_date: CalendarDate | null },
  today: CalendarDate,
): { label: string; tone: Tone } | null {
  if (!isUnpaid(invoice) || !invoice.due_date) {
    return null;
  }
  const late = daysBetween(invoice.due_date, today);
  if (late === 0) {
    return { label: "due today", tone: "warning" };
  }
  // The due date is that of the last payment. An earlier installment is late.
  if (late < 0 && invoice.status === "overdue") {
    return { label: "payment overdue", tone: "warning" };
  }
  if (late < 0) {
    return { label: `in ${formatCount(-late, "day")}`, tone: "neutral" };
  }
  return {
    label: `${formatCount(late, "day")} late`,
    tone: late > SERIOUSLY_LATE_DAYS ? "negative" : "warning",
  };
}
