import type { CalendarDate } from "#domain/calendar-date.ts";
import { type Dollars, toCents } from "#domain/money.ts";
import { hasSchedulePanel, parseSchedule, scheduleEntryTitles } from "#domain/payment-schedule.ts";

/** A day of a project's timeline. Cents where money is due. */
export type TimelineEvent = {
  date: CalendarDate;
  kind: "start" | "target" | "payment";
  title: string;
  cents: number | null;
};

type TimelineProject = { start_date: CalendarDate; target_completion_date: CalendarDate | null };
type TimelineInvoice = {
  invoice_number: string;
  status: string;
  amount: Dollars;
  due_date: CalendarDate | null;
  payment_schedule: unknown;
};

/**
 * Start, target, and the days on which the project's invoices or, where they have one, the entries of their payment
 * schedules are due; in order. Cancelled invoices and payments without a date are left out.
 */
export function projectTimeline(
  project: TimelineProject,
  invoices: readonly TimelineInvoice[],
): TimelineEvent[] {
  const payments = invoices.filter(({ status }) => status !== "cancelled").flatMap(paymentsOf);
  const events: TimelineEvent[] = [
    { date: project.start_date, kind: "start", title: "Start", cents: null },
    ...payments,
  ];
  if (project.target_completion_date)
    events.push({
      date: project.target_completion_date,
      kind: "target",
      title: "Target completion",
      cents: null,
    });
  return events.sort((one, other) => one.date.localeCompare(other.date));
}

function paymentsOf(invoice: TimelineInvoice): TimelineEvent[] {
  const name = invoice.invoice_number ? `Invoice ${invoice.invoice_number}` : "Invoice without a number";
  const schedule = parseSchedule(invoice.payment_schedule);
  if (!hasSchedulePanel(schedule))
    return invoice.due_date
      ? [{ date: invoice.due_date, kind: "payment", title: `${name} due`, cents: toCents(invoice.amount) }]
      : [];
  const titles = scheduleEntryTitles(schedule);
  return schedule.flatMap(({ dueDate, computedCents }, index) =>
    dueDate
      ? [{ date: dueDate, kind: "payment", title: `${name}: ${titles[index]} due`, cents: computedCents }]
      : [],
  );
}
