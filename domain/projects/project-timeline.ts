import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { hasSchedulePanel, parseSchedule, scheduleEntryTitles } from "#domain/invoices/payment-schedule.ts";
import { type Cents, type Dollars, toCents } from "#domain/money/money.ts";
import { type ProjectStatus, projectStatusBadge } from "#domain/projects/project.ts";

/** An entry in a project's timeline. `cents` is the amount due, and `by` is the user who made the change, if known. */
export type TimelineEvent = {
  date: CalendarDate;
  kind: "start" | "target" | "payment" | "status";
  title: string;
  cents: Cents | null;
  by?: string;
};

type TimelineProject = { start_date: CalendarDate; target_completion_date: CalendarDate | null };
type TimelineInvoice = {
  invoice_number: string;
  status: InvoiceStatus;
  amount: Dollars;
  due_date: CalendarDate | null;
  payment_schedule: unknown;
};

/** A change of status. `from_status` is null for the first one. `by` is set when the reader may see who made it. */
export type TimelineStatusChange = {
  from_status: ProjectStatus | null;
  to_status: ProjectStatus;
  changed_at: Instant;
  by?: string | undefined;
};

/**
 * The project's start, target date, status changes and payment due dates, in order. Days are in `timeZone`. An invoice
 * with a payment schedule contributes one event per entry. Cancelled invoices and payments without a date are omitted.
 */
export function buildProjectTimeline(
  project: TimelineProject,
  invoices: readonly TimelineInvoice[],
  { statuses, timeZone }: { statuses: readonly TimelineStatusChange[]; timeZone: string } = EMPTY_HISTORY,
): TimelineEvent[] {
  const payments = invoices.filter(({ status }) => status !== "cancelled").flatMap(toPaymentEvents);
  const events: TimelineEvent[] = [
    { date: project.start_date, kind: "start", title: "Started", cents: null },
    ...statuses.map((change) => toStatusEvent(change, timeZone)),
    ...payments,
  ];
  if (project.target_completion_date) {
    events.push({
      date: project.target_completion_date,
      kind: "target",
      title: "Target completion",
      cents: null,
    });
  }
  return events.sort((one, other) => one.date.localeCompare(other.date));
}

const EMPTY_HISTORY = { statuses: [], timeZone: "UTC" };

function toStatusEvent(
  { from_status, to_status, changed_at, by }: TimelineStatusChange,
  timeZone: string,
): TimelineEvent {
  const newLabel = projectStatusBadge(to_status).label;
  return {
    date: dateInTimeZone(new Date(changed_at), timeZone),
    kind: "status",
    title:
      from_status === null ? `Status: ${newLabel}` : `${projectStatusBadge(from_status).label} → ${newLabel}`,
    cents: null,
    ...(by ? { by } : {}),
  };
}

function toPaymentEvents(invoice: TimelineInvoice): TimelineEvent[] {
  const invoiceName = invoice.invoice_number ? `Invoice ${invoice.invoice_number}` : "Invoice (no number)";
  const schedule = parseSchedule(invoice.payment_schedule);
  if (!hasSchedulePanel(schedule)) {
    return invoice.due_date
      ? [
          {
            date: invoice.due_date,
            kind: "payment",
            title: `${invoiceName} due`,
            cents: toCents(invoice.amount),
          },
        ]
      : [];
  }
  const titles = scheduleEntryTitles(schedule);
  return schedule.flatMap(({ dueDate, computedCents }, index) =>
    dueDate
      ? [
          {
            date: dueDate,
            kind: "payment",
            title: `${invoiceName}: ${titles[index]} due`,
            cents: computedCents,
          },
        ]
      : [],
  );
}
