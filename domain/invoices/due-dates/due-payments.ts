import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import {
  type InvoiceDueDates,
  isPastDue,
  nextDueDate,
  overdueDate,
} from "#domain/invoices/due-dates/overdue.ts";
import {
  describeParts,
  hasSchedulePanel,
  listUnpaidParts,
  type NextPaymentPart,
  nextPayment,
  nextPaymentParts,
  parseSchedule,
} from "#domain/invoices/due-dates/payment-schedule.ts";
import { amountOwed, type OwedInvoice } from "#domain/invoices/invoice.ts";
import { type Cents, type Dollars, formatDollars, sumCents, ZERO_CENTS } from "#domain/money/money.ts";

/** Columns that determine which amounts of an invoice are due, and when. */
export type InvoiceWithPayments = InvoiceDueDates &
  OwedInvoice & { next_payment_amount: Dollars | null; payment_schedule: unknown };

export type DuePayments = {
  overdueCents: Cents;
  /** The next payment that is not overdue. Null if everything that is owed is overdue. */
  next: { cents: Cents; dueDate: CalendarDate | null } | null;
};

/**
 * Splits what is owed into the overdue amount and the next payment after it. Square's next payment includes both. If the
 * schedule does not add up to it, the whole next payment of an overdue invoice is overdue.
 */
export function splitDuePayments(invoice: InvoiceWithPayments, today: CalendarDate): DuePayments {
  const owedCents = amountOwed(invoice);
  if (owedCents === 0) {
    return { overdueCents: ZERO_CENTS, next: null };
  }
  const nextCents = getNextCents(invoice);
  if (invoice.status !== "overdue") {
    return { overdueCents: ZERO_CENTS, next: { cents: nextCents, dueDate: nextDueDate(invoice) } };
  }
  const unpaid = listExplainedParts(invoice);
  const overdue = unpaid.filter(({ dueDate }) => isPastDue(dueDate, invoice, today));
  if (overdue.length === 0) {
    return { overdueCents: nextCents, next: null };
  }
  const next = unpaid.find((part) => !overdue.includes(part));
  return {
    overdueCents: sumCents(overdue.map((part) => part.cents)),
    next: next ? { cents: next.cents, dueDate: next.dueDate } : null,
  };
}

/**
 * Names the payments that the overdue amount and the next payment consist of, such as "Installments 2 and 3". Empty for an
 * invoice with one payment, and if the schedule does not add up to what Square collects next.
 */
export function describeDuePayments(
  invoice: InvoiceWithPayments,
  today: CalendarDate,
): { overdue: string; next: string } {
  const schedule = parseSchedule(invoice.payment_schedule);
  if (!hasSchedulePanel(schedule) || amountOwed(invoice) === 0) {
    return { overdue: "", next: "" };
  }
  if (invoice.status !== "overdue") {
    return { overdue: "", next: describeParts(nextPaymentParts(schedule, getNextCents(invoice))) };
  }
  const unpaid = listExplainedParts(invoice);
  const overdue = unpaid.filter(({ dueDate }) => isPastDue(dueDate, invoice, today));
  return {
    overdue: describeParts(overdue),
    next: describeParts(unpaid.filter((part) => !overdue.includes(part)).slice(0, 1)),
  };
}

/** The payments of an invoice that are late, earliest first. Empty without a due date. */
export function listOverduePayments(
  invoice: InvoiceWithPayments,
  today: CalendarDate,
): { cents: Cents; dueDate: CalendarDate }[] {
  const overdueSince = amountOwed(invoice) > 0 ? overdueDate(invoice) : null;
  if (!overdueSince) {
    return [];
  }
  const overdue = listExplainedParts(invoice).flatMap(({ cents, dueDate }) =>
    dueDate && isPastDue(dueDate, invoice, today) ? [{ cents, dueDate }] : [],
  );
  return overdue.length > 0 ? overdue : [{ cents: getNextCents(invoice), dueDate: overdueSince }];
}

function getNextCents(invoice: InvoiceWithPayments): Cents {
  return nextPayment(invoice)?.cents ?? amountOwed(invoice);
}

/** The unpaid payments of the schedule. Empty if they do not add up to the next payment. */
function listExplainedParts(invoice: InvoiceWithPayments): NextPaymentPart[] {
  const schedule = parseSchedule(invoice.payment_schedule);
  return nextPaymentParts(schedule, getNextCents(invoice)).length > 0 ? listUnpaidParts(schedule) : [];
}

/** What of the invoices is overdue. */
export function sumOverdue(invoices: readonly InvoiceWithPayments[], today: CalendarDate): Cents {
  return sumCents(invoices.map((invoice) => splitDuePayments(invoice, today).overdueCents));
}

/**
 * Note about an invoice of which only a part is overdue, such as "$20.00 due now". The invoice's status shows that it is late.
 * Null for all other invoices.
 */
export function partlyOverdueNote(invoice: InvoiceWithPayments, today: CalendarDate): string | null {
  const { overdueCents } = splitDuePayments(invoice, today);
  return overdueCents > 0 && overdueCents < amountOwed(invoice)
    ? `${formatDollars(overdueCents)} due now`
    : null;
}

/**
 * What Square's payment page collects for an invoice with an overdue and a later payment, because it collects both. Null for all
 * other invoices.
 */
export function amountCollectedTogether(invoice: InvoiceWithPayments, today: CalendarDate): Cents | null {
  const { overdueCents, next } = splitDuePayments(invoice, today);
  return overdueCents > 0 && next ? sumCents([overdueCents, next.cents]) : null;
}

/** The amount to pay now: the overdue amount, or otherwise the next payment. */
export function amountDueNow(invoice: InvoiceWithPayments, today: CalendarDate): Cents {
  const { overdueCents, next } = splitDuePayments(invoice, today);
  return overdueCents > 0 ? overdueCents : (next?.cents ?? ZERO_CENTS);
}
