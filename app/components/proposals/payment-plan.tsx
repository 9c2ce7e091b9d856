import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import { formatDue, formatPaymentName } from "#domain/proposals/format-proposal.ts";
import { dueDateAtAcceptance, resolvePaymentPlan } from "#domain/proposals/payment-plan.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";

type PaymentPlanProps = {
  content: Pick<ProposalContent, "plan" | "milestones">;
  total: Cents;
  /** The day of acceptance or, while it is possible, today. Shows the due dates that follow from it. */
  acceptedOn?: CalendarDate | undefined;
  isAccepted?: boolean;
};

/** The payments of a proposal, with their amounts and due dates. */
export function PaymentPlanList({ content, total, acceptedOn, isAccepted = false }: PaymentPlanProps) {
  const payments = resolvePaymentPlan(content.plan, total);
  if (payments.length === 0) {
    return <p className="text-14 text-muted">No payments, because the total is $0.00.</p>;
  }
  return (
    <ol aria-label="Payments" className="divide-y divide-line border-line border-y text-14">
      {payments.map((payment, index) => {
        const dueOn = acceptedOn ? dueDateAtAcceptance(payment.due, acceptedOn) : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments have no ids.
          <li key={index} className="flex items-baseline justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="font-medium">{formatPaymentName(payment)}</span>
              <span className="block wrap-anywhere text-13 text-muted">
                Due {formatDue(payment.due, content.milestones)}
                {dueOn &&
                  payment.due.kind !== "date" &&
                  ` (${formatDate(dueOn)}${isAccepted ? "" : " if accepted today"})`}
              </span>
            </span>
            <span className="tabular shrink-0">{formatDollars(payment.amount)}</span>
          </li>
        );
      })}
    </ol>
  );
}
