import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import {
  entryAmountLeft,
  hasSchedulePanel,
  parseSchedule,
  type ScheduleEntryStatus,
  scheduleEntryStatus,
  scheduleEntryTitles,
} from "#domain/invoices/due-dates/payment-schedule.ts";
import { amountOwed, isPartiallyPaid, type OwedInvoice } from "#domain/invoices/invoice.ts";
import { type Cents, toCents } from "#domain/money/money.ts";
import { type ProjectStatus, projectStatusBadge } from "#domain/projects/project.ts";

/**
 * An entry in a project's timeline. `cents`, `paymentStatus` and `invoice` belong to payments. `cents` is what is left of a
 * partially paid one. `by` is the user who changed the status, if known.
 */
export type TimelineEvent = {
  date: CalendarDate;
  kind: "start" | "target" | "payment" | "status" | "milestone" | "meeting" | "document";
  title: string;
  cents: Cents | null;
  paymentStatus?: ScheduleEntryStatus;
  invoice?: { id: string; name: string };
  by?: string;
};

type TimelineProject = { start_date: CalendarDate; target_completion_date: CalendarDate | null };
type TimelineInvoice = OwedInvoice & {
  id: string;
  invoice_number: string;
  due_date: CalendarDate | null;
  payment_schedule: unknown;
};

/** Whether the payment was due before today and is not paid. */
export function isOverdueEvent({ date, paymentStatus }: TimelineEvent, today: CalendarDate): boolean {
  return paymentStatus !== undefined && paymentStatus !== "paid" && date < today;
}

/** A change of status. `from_status` is null for the first one, which the timeline omits. `by` is set when the reader may see who made it. */
export type TimelineStatusChange = {
  from_status: ProjectStatus | null;
  to_status: ProjectStatus;
  changed_at: Instant;
  by?: string | undefined;
};

/** A milestone is dated when it was accepted, or otherwise done, or otherwise due. Without a date, it is omitted. */
export type TimelineMilestone = {
  title: string;
  due_on: CalendarDate | null;
  done_at: Instant | null;
  accepted_at: Instant | null;
};

type TimelineHistory = {
  statuses: readonly TimelineStatusChange[];
  milestones?: readonly TimelineMilestone[];
  /** Meetings and documents of the project. @see listClientEvents */
  clientEvents?: readonly TimelineEvent[];
  /** The reader's current date. A project that starts later is listed as "Starts". */
  today: CalendarDate;
  timeZone: string;
};

/**
 * The project's start, target date, milestones, later status changes, payment due dates, meetings and documents, in order.
 * Days are in `timeZone`. An invoice with a payment schedule contributes one event per entry. Cancelled invoices and
 * payments without a date are omitted.
 */
export function buildProjectTimeline(
  project: TimelineProject,
  invoices: readonly TimelineInvoice[],
  { statuses, milestones = [], clientEvents = [], today, timeZone }: TimelineHistory,
): TimelineEvent[] {
  const payments = invoices.filter(({ status }) => status !== "cancelled").flatMap(toPaymentEvents);
  const events: TimelineEvent[] = [
    {
      date: project.start_date,
      kind: "start",
      title: project.start_date > today ? "Starts" : "Started",
      cents: null,
    },
    ...statuses.flatMap((change) => toStatusEvents(change, timeZone)),
    ...milestones.flatMap((milestone) => toMilestoneEvents(milestone, timeZone)),
    ...payments,
    ...clientEvents,
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

function toStatusEvents(
  { from_status, to_status, changed_at, by }: TimelineStatusChange,
  timeZone: string,
): TimelineEvent[] {
  if (from_status === null) {
    return [];
  }
  return [
    {
      date: dateInTimeZone(new Date(changed_at), timeZone),
      kind: "status",
      title: `${projectStatusBadge(from_status).label} → ${projectStatusBadge(to_status).label}`,
      cents: null,
      ...(by ? { by } : {}),
    },
  ];
}

function toMilestoneEvents(
  { title, due_on, done_at, accepted_at }: TimelineMilestone,
  timeZone: string,
): TimelineEvent[] {
  const reachedAt = accepted_at ?? done_at;
  const date = reachedAt ? dateInTimeZone(new Date(reachedAt), timeZone) : due_on;
  const suffix = accepted_at ? "accepted" : done_at ? "done" : "due";
  return date ? [{ date, kind: "milestone", title: `Milestone ${suffix}: ${title}`, cents: null }] : [];
}

function toPaymentEvents(invoice: TimelineInvoice): TimelineEvent[] {
  const name = invoice.invoice_number ? `Invoice ${invoice.invoice_number}` : "Invoice (no number)";
  const payment = { kind: "payment", invoice: { id: invoice.id, name } } as const;
  const schedule = parseSchedule(invoice.payment_schedule);
  if (!hasSchedulePanel(schedule)) {
    return invoice.due_date
      ? [{ ...payment, date: invoice.due_date, title: `${name} due`, ...describeSinglePayment(invoice) }]
      : [];
  }
  const titles = scheduleEntryTitles(schedule);
  return schedule.flatMap((entry, index) => {
    const paymentStatus = scheduleEntryStatus(entry);
    return entry.dueDate
      ? [
          {
            ...payment,
            date: entry.dueDate,
            title: `${name}: ${titles[index]} due`,
            cents: paymentStatus === "partial" ? entryAmountLeft(entry) : entry.computedCents,
            paymentStatus,
          },
        ]
      : [];
  });
}

function describeSinglePayment(invoice: TimelineInvoice): Pick<TimelineEvent, "cents" | "paymentStatus"> {
  if (isPartiallyPaid(invoice)) {
    return { cents: amountOwed(invoice), paymentStatus: "partial" };
  }
  return { cents: toCents(invoice.amount), paymentStatus: invoice.status === "paid" ? "paid" : "pending" };
}
