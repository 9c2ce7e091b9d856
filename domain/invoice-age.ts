import { type CalendarDate, daysBetween } from "#domain/calendar-date.ts";
import { counted } from "#domain/counted.ts";
import { isUnpaid } from "#domain/invoice.ts";
import type { Tone } from "#domain/tone.ts";

/** Days after which an unpaid invoice looks bad rather than late. */
const LONG_OVERDUE = 30;

/** How an unpaid invoice stands to its due date, in words; null when nothing is to be paid, or no date is set. */
export function dueWords(
  invoice: { status: string; due_date: CalendarDate | null },
  today: CalendarDate,
): { label: string; tone: Tone } | null {
  if (!isUnpaid(invoice) || !invoice.due_date) return null;
  const late = daysBetween(invoice.due_date, today);
  if (late === 0) return { label: "due today", tone: "warning" };
  // The date is the last payment's; one before it is late.
  if (late < 0 && invoice.status === "overdue") return { label: "a payment is late", tone: "warning" };
  if (late < 0) return { label: `in ${counted(-late, "day")}`, tone: "neutral" };
  return { label: `${counted(late, "day")} late`, tone: late > LONG_OVERDUE ? "negative" : "warning" };
}
