import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Area } from "#app/api/client/area.ts";
import { type ListedPayment, plannedPaymentsQuery } from "#app/api/shared/proposals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { formatPaymentName } from "#domain/proposals/format-proposal.ts";
import type { StatusBadge } from "#domain/status.ts";

const STATUS_BADGES = {
  waiting: { label: "Not due yet", tone: "neutral" },
  due: { label: "To invoice", tone: "warning" },
  invoiced: { label: "Invoiced", tone: "positive" },
} satisfies Record<ListedPayment["status"], StatusBadge>;

/** Clients wait for the invoice. */
const CLIENT_BADGES = {
  ...STATUS_BADGES,
  due: { label: "Invoice coming soon", tone: "info" },
} satisfies Record<ListedPayment["status"], StatusBadge>;

type PlannedPaymentsCardProps = {
  area: Area;
  proposalId: string;
  /** Undefined while it is unknown. */
  subtitle: string | undefined;
  /** Link to the invoice of a payment. */
  renderInvoice: (invoiceId: string, label: string) => ReactNode;
  /** Buttons below a payment. */
  renderActions?: (payment: ListedPayment) => ReactNode;
};

/** The payments of an accepted proposal, with their invoices. */
export function PlannedPaymentsCard({
  area,
  proposalId,
  subtitle,
  renderInvoice,
  renderActions,
}: PlannedPaymentsCardProps) {
  const payments = useQuery(plannedPaymentsQuery(area, proposalId));
  const badges: Record<ListedPayment["status"], StatusBadge> =
    area === "admin" ? STATUS_BADGES : CLIENT_BADGES;
  return (
    <Card aria-labelledby="planned-payments">
      <CardHeader title={<span id="planned-payments">Payments</span>} subtitle={subtitle} />
      <Loaded
        query={payments}
        errorMessage="We couldn't load the payments."
        loading={<Loading text="Loading payments..." rows={2} />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-14 text-muted">This proposal has no payments.</p>
          ) : (
            <ol aria-label="Payments" className="divide-y divide-line text-14">
              {list.map((payment) => (
                <li key={payment.id} className="py-3 first:pt-0 last:pb-0">
                  <div className="flex items-baseline justify-between gap-4">
                    <span className="font-medium">{formatPaymentName(payment)}</span>
                    <span className="tabular">{formatDollars(toCents(payment.amount))}</span>
                  </div>
                  <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                    <span className="wrap-anywhere text-13 text-muted">{formatPlannedDue(payment)}</span>
                    <Badge tone={badges[payment.status].tone}>{badges[payment.status].label}</Badge>
                  </div>
                  {payment.invoice_id &&
                    renderInvoice(
                      payment.invoice_id,
                      `Invoice ${payment.invoices?.invoice_number || "in Square"}`,
                    )}
                  {renderActions?.(payment)}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

function formatPlannedDue({ due_on, due_kind, project_milestones: milestone }: ListedPayment): string {
  if (due_on) {
    return `Due ${formatDate(due_on)}`;
  }
  return due_kind === "milestone" && milestone
    ? `When “${milestone.title}” is accepted`
    : "When the project is completed";
}
