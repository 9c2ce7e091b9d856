import { type CalendarDate, compareDates } from "#domain/dates/calendar-date.ts";
import { type InvoiceWithPayments, splitDuePayments } from "#domain/invoices/due-dates/due-payments.ts";
import { daysOverdue } from "#domain/invoices/due-dates/overdue.ts";
import { isPayable } from "#domain/invoices/invoice.ts";
import { type Cents, sumCents } from "#domain/money/money.ts";
import type { ProjectStatus } from "#domain/projects/project.ts";

type PayableInvoice = InvoiceWithPayments & { is_processing: boolean };

export type NextPayments<Invoice> = {
  /** Everything that is late. `daysLate` is the age of the oldest payment. `invoices` is never empty. */
  overdue: { cents: Cents; daysLate: number; invoices: readonly Invoice[] } | null;
  /** The payment due soonest that is not late. */
  upcoming: { invoice: Invoice; cents: Cents; dueDate: CalendarDate | null } | null;
};

/** The overdue amount and the next payment after it, of all invoices that a client can pay. */
export function findNextPayments<Invoice extends PayableInvoice>(
  invoices: readonly Invoice[],
  today: CalendarDate,
): NextPayments<Invoice> {
  const payable = invoices
    .filter(isPayable)
    .map((invoice) => ({ invoice, ...splitDuePayments(invoice, today) }));
  const overdue = payable.filter(({ overdueCents }) => overdueCents > 0);
  const [upcoming] = payable
    .flatMap(({ invoice, next }) => (next ? [{ invoice, ...next }] : []))
    .toSorted((a, b) => compareDates(a.dueDate, b.dueDate));
  return {
    overdue:
      overdue.length > 0
        ? {
            cents: sumCents(overdue.map(({ overdueCents }) => overdueCents)),
            daysLate: Math.max(...overdue.map(({ invoice }) => daysOverdue(invoice, today))),
            invoices: overdue.map(({ invoice }) => invoice),
          }
        : null,
    upcoming: upcoming ?? null,
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
