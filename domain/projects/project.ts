import { amountPaid, type InvoiceMoney } from "#domain/invoices/invoice.ts";
import { addCents, type Cents, subtractCents, sumCents, toCents, toPercent } from "#domain/money/money.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

type ProjectRow = Tables<"projects">;
export type ProjectStatus = ProjectRow["status"];

const PROJECT_STATUS_BADGES = {
  open: { label: "Open", tone: "neutral" },
  in_progress: { label: "In Progress", tone: "info" },
  on_hold: { label: "On Hold", tone: "warning" },
  completed: { label: "Completed", tone: "positive" },
  frozen: { label: "Frozen", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "negative" },
} satisfies Record<ProjectStatus, StatusBadge>;

/** Project statuses, in display order. A status can change to any other status. */
export const PROJECT_STATUSES = listKeys(PROJECT_STATUS_BADGES);

export function projectStatusBadge(status: ProjectStatus): StatusBadge {
  return toStatusBadge(PROJECT_STATUS_BADGES, status);
}

export function statusSavedToast(project: string, stored: ProjectStatus): string {
  return `✓ ${project} → ${stored.toUpperCase()} (SAVED TO DATABASE)`;
}

/** Whether the project is included in Active Projects, in the portal and on the dashboard. */
export function isActiveProject(project: { status: ProjectStatus }): boolean {
  return project.status === "in_progress" || project.status === "on_hold";
}

/** Whether to show the target completion note: for projects in progress that have a target date. */
export function hasTargetNote(project: Pick<ProjectRow, "status" | "target_completion_date">): boolean {
  return project.status === "in_progress" && project.target_completion_date !== null;
}

export type ProjectMoney = {
  invoiceCount: number;
  billedCents: Cents;
  /** After refunds. */
  paidCents: Cents;
  refundedCents: Cents;
  outstandingCents: Cents;
};

/**
 * Totals of a project's linked invoices, excluding cancelled invoices. Outstanding is billed minus paid minus refunded,
 * so that a refund does not increase it. Same rule in SQL: `public.project_list`.
 */
export function projectMoney(invoices: readonly InvoiceMoney[]): ProjectMoney {
  const billable = invoices.filter((invoice) => invoice.status !== "cancelled");
  const billedCents = sumCents(billable.map((invoice) => toCents(invoice.amount)));
  const paidCents = sumCents(billable.map(amountPaid));
  const refundedCents = sumCents(billable.map((invoice) => toCents(invoice.refunded_amount)));
  return {
    invoiceCount: billable.length,
    billedCents,
    paidCents,
    refundedCents,
    outstandingCents: subtractCents(billedCents, addCents(paidCents, refundedCents)),
  };
}

/** Rounded percentage of the billed amount that was paid, before refunds. Returns 0 when nothing is billed. */
export function paymentProgressPercent(
  money: Pick<ProjectMoney, "billedCents" | "paidCents" | "refundedCents">,
): number {
  return toPercent(addCents(money.paidCents, money.refundedCents), money.billedCents);
}
