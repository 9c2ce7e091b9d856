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
      return (
        isRunningProject(project) &&
        project.target_completion_date !== null &&
        project.target_completion_date >= today
      );
    })
    .toSorted((a, b) => compareDates(a.target_completion_date, b.target_completion_date));
  return next ?? null;
}

type Milestone = {
  project_id: string;
  due_on: CalendarDate | null;
  done_at: string | null;
  accepted_at: string | null;
};

/**
 * The next event of the client's projects:
 * - `acceptance`: a milestone is done, and the client has not accepted it.
 * - `milestone`: the milestone with the earliest date from today on.
 * - `target`: the running project with the earliest target date, unless a milestone is earlier.
 */
export type NextProjectEvent<Project, ProjectMilestone> =
  | { kind: "acceptance"; milestone: ProjectMilestone }
  | { kind: "milestone"; milestone: ProjectMilestone; date: CalendarDate }
  | { kind: "target"; project: Project; date: CalendarDate };

/**
 * Returns the next event of running projects, or a done milestone of any project that the client has not accepted.
 * `canAccept` is whether the user can accept milestones.
 */
export function findNextProjectEvent<
  Project extends ProjectWithTarget & { id: string },
  ProjectMilestone extends Milestone,
>(
  projects: readonly Project[],
  milestones: readonly ProjectMilestone[],
  { today, canAccept }: { today: CalendarDate; canAccept: boolean },
): NextProjectEvent<Project, ProjectMilestone> | null {
  // A project can be completed before the client accepts its last milestone.
  const done = milestones.find(({ done_at, accepted_at }) => done_at !== null && accepted_at === null);
  if (done && canAccept) {
    return { kind: "acceptance", milestone: done };
  }
  const next = findDueMilestone(projects, milestones, today);
  const project = findNextMilestone(projects, today);
  if (project && (!next || project.target_completion_date < next.date)) {
    return { kind: "target", project, date: project.target_completion_date };
  }
  return next && { kind: "milestone", ...next };
}

/** The milestone of a running project that isn't done and has the earliest date from today on, or null. */
export function findDueMilestone<ProjectMilestone extends Milestone>(
  projects: ReadonlyArray<{ id: string; status: ProjectStatus }>,
  milestones: readonly ProjectMilestone[],
  today: CalendarDate,
): { milestone: ProjectMilestone; date: CalendarDate } | null {
  const runningIds = new Set(projects.filter(isRunningProject).map(({ id }) => id));
  const [next] = milestones
    .flatMap((milestone) =>
      runningIds.has(milestone.project_id) &&
      milestone.done_at === null &&
      milestone.due_on !== null &&
      milestone.due_on >= today
        ? [{ milestone, date: milestone.due_on }]
        : [],
    )
    .toSorted((a, b) => compareDates(a.date, b.date));
  return next ?? null;
}

function isRunningProject({ status }: Pick<ProjectWithTarget, "status">): boolean {
  return status === "open" || status === "in_progress";
}
