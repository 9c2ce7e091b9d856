import type { InvoiceMoney } from "#domain/invoice.ts";
import { percentOf, toCents } from "#domain/money.ts";
import { type StatusFacts, statusFacts } from "#domain/tone.ts";

export type ProjectStatus = "open" | "in_progress" | "on_hold" | "completed" | "frozen" | "cancelled";

const PROJECT_STATUS_FACTS = {
  open: { label: "Open", tone: "info" },
  in_progress: { label: "In Progress", tone: "positive" },
  on_hold: { label: "On Hold", tone: "warning" },
  completed: { label: "Completed", tone: "positive" },
  frozen: { label: "Frozen", tone: "info" },
  cancelled: { label: "Cancelled", tone: "negative" },
} satisfies Record<ProjectStatus, StatusFacts>;

/** The six statuses, in the order lists and filters show them. Any may follow any other. */
export const PROJECT_STATUSES: readonly ProjectStatus[] = [
  "open",
  "in_progress",
  "on_hold",
  "completed",
  "frozen",
  "cancelled",
];

/** Label and tone of a stored project status; unknown ones neutral. */
export function projectStatus(stored: string): StatusFacts {
  return statusFacts(PROJECT_STATUS_FACTS, stored);
}

/** What the list says after a status is stored: the stored value in capitals (decisions, reading 8). */
export function statusSavedToast(project: string, stored: string): string {
  return `✓ ${project} → ${stored.toUpperCase()} (SAVED TO DATABASE)`;
}

/** In progress or on hold: what Active Projects counts, in the portal and on the dashboard. */
export function isActiveProject(project: { status: string }): boolean {
  return project.status === "in_progress" || project.status === "on_hold";
}

/** The target-completion note belongs to projects in progress that have a target. */
export function showsTargetNote(project: { status: string; target_completion_date: string | null }): boolean {
  return project.status === "in_progress" && project.target_completion_date !== null;
}

export type ProjectMoney = {
  invoiceCount: number;
  billedCents: number;
  paidCents: number;
  outstandingCents: number;
};

/**
 * A project's sums, in cents, of its linked invoices (decisions, reading 2). Cancelled invoices count nowhere;
 * a paid invoice counts whole, the others by what is paid of them; outstanding is billed minus paid.
 */
export function projectMoney(invoices: readonly InvoiceMoney[]): ProjectMoney {
  const counted = invoices.filter((invoice) => invoice.status !== "cancelled");
  const billedCents = counted.reduce((sum, invoice) => sum + toCents(invoice.amount), 0);
  const paidCents = counted.reduce(
    (sum, invoice) => sum + toCents(invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount),
    0,
  );
  return { invoiceCount: counted.length, billedCents, paidCents, outstandingCents: billedCents - paidCents };
}

/** Paid of billed in rounded percent, 0 when nothing is billed. */
export function paymentProgressPercent(money: Pick<ProjectMoney, "billedCents" | "paidCents">): number {
  return percentOf(money.paidCents, money.billedCents);
}
