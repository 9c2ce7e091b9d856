import { type CalendarDate, compareDates } from "#domain/dates/calendar-date.ts";
import { nextDueDate, sortByUrgency, type UrgencyColumns } from "#domain/invoices/due-dates/overdue.ts";
import { nextPayment } from "#domain/invoices/due-dates/payment-schedule.ts";
import { amountOwed, isPayable, type OwedInvoice } from "#domain/invoices/invoice.ts";
import type { Cents, Dollars } from "#domain/money/money.ts";
import type { ProjectStatus } from "#domain/projects/project.ts";

type PayableInvoice = UrgencyColumns &
  OwedInvoice & { next_payment_amount: Dollars | null; is_processing: boolean };

export type UpcomingPayment<Invoice> = { invoice: Invoice; cents: Cents; dueDate: CalendarDate | null };

/** The most urgent payment that a client can make, or null if there is none. */
export function findNextPayment<Invoice extends PayableInvoice>(
  invoices: readonly Invoice[],
): UpcomingPayment<Invoice> | null {
  const [invoice] = sortByUrgency(invoices.filter(isPayable));
  if (!invoice) {
    return null;
  }
  return {
    invoice,
    cents: nextPayment(invoice)?.cents ?? amountOwed(invoice),
    dueDate: nextDueDate(invoice),
  };
}

type ProjectWithTarget = { status: ProjectStatus; target_completion_date: CalendarDate | null };

/** The running project with the earliest target date from today on, or null if there is none. */
export function findNextMilestone<Project extends ProjectWithTarget>(
  projects: readonly Project[],
  today: CalendarDate,
): (Project & { target_completion_date: CalendarDate }) | null {
  const [next] = projects
    .filter((project): project is Project & { target_completion_date: CalendarDate } => {
      const isRunning = project.status === "open" || project.status === "in_progress";
      return isRunning && project.target_completion_date !== null && project.target_completion_date >= today;
    })
    .toSorted((a, b) => compareDates(a.target_completion_date, b.target_completion_date));
  return next ?? null;
}
