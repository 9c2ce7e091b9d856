import { type CalendarDate, dateIn } from "#domain/calendar-date.ts";
import { type Dollars, toCents } from "#domain/money.ts";
import { hasSchedulePanel, parseSchedule, scheduleEntryTitles } from "#domain/payment-schedule.ts";
import { projectStatus } from "#domain/project.ts";

/** A day of a project's timeline. Cents where money is due; `by` where it is known who did it. */
export type TimelineEvent = {
  date: CalendarDate;
  kind: "start" | "target" | "payment" | "status";
  title: string;
  cents: number | null;
  by?: string;
};

type TimelineProject = { start_date: CalendarDate; target_completion_date: CalendarDate | null };
type TimelineInvoice = {
  invoice_number: string;
  status: string;
  amount: Dollars;
  due_date: CalendarDate | null;
  payment_schedule: unknown;
};

/** A status the project got. `from_status` is null for the first one; `by` names a person, where it may be named. */
export type TimelineStatus = {
  from_status: string | null;
  to_status: string;
  changed_at: string;
  by?: string | undefined;
};

/**
 * Start, target, each status the project had by its day in `timeZone`, and the days on which the project's invoices or, where they have one, the entries of their payment
 * schedules are due; in order. Cancelled invoices and payments without a date are left out.
 */
export function projectTimeline(
  project: TimelineProject,
  invoices: readonly TimelineInvoice[],
  { statuses, timeZone }: { statuses: readonly TimelineStatus[]; timeZone: string } = NO_HISTORY,
): TimelineEvent[] {
  const payments = invoices.filter(({ status }) => status !== "cancelled").flatMap(paymentsOf);
  const events: TimelineEvent[] = [
    { date: project.start_date, kind: "start", title: "Start", cents: null },
    ...statuses.map((change) => statusEvent(change, timeZone)),
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

const NO_HISTORY = { statuses: [], timeZone: "UTC" };

function statusEvent(
  { from_status, to_status, changed_at, by }: TimelineStatus,
  timeZone: string,
): TimelineEvent {
  const now = projectStatus(to_status).label;
  return {
    date: dateIn(new Date(changed_at), timeZone),
    kind: "status",
    title: from_status === null ? `Created: ${now}` : `${projectStatus(from_status).label} → ${now}`,
    cents: null,
    ...(by ? { by } : {}),
  };
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
