import { PaymentPlanList } from "#app/components/proposals/payment-plan.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, subtractCents } from "#domain/money/money.ts";
import type { ProposalTotals } from "#domain/proposals/proposal-totals.ts";
import { listOptionalIds, proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { DraftContent, PreviewContent } from "./draft-content.ts";

type EditorSummaryProps = {
  content: DraftContent;
  preview: PreviewContent;
  totals: ProposalTotals;
  today: CalendarDate;
};

/** The total and the payments, updated while the user types. */
export function EditorSummary({ content, preview, totals, today }: EditorSummaryProps) {
  const highest = proposalTotals(preview, new Set(listOptionalIds(preview))).total;
  const lowest = proposalTotals(preview, new Set()).total;
  const milestones = content.milestones.map((milestone, index) => ({
    ...milestone,
    title: milestone.title.trim() || `Milestone ${index + 1}`,
    dueOn: null,
  }));
  return (
    <Card aria-labelledby="proposal-summary">
      <CardHeader title={<span id="proposal-summary">Total</span>} />
      <p role="status" className="tabular text-28">
        {formatDollars(totals.total)}
      </p>
      {totals.discount > 0 && (
        <p className="tabular text-13 text-muted">
          {`${formatDollars(totals.subtotal)} − ${formatDollars(totals.discount)} discount`}
        </p>
      )}
      {subtractCents(highest, lowest) > 0 && (
        <p className="tabular text-13 text-muted">
          {`${formatDollars(lowest)} to ${formatDollars(highest)}, depending on the optional items`}
        </p>
      )}
      <h3 className="mt-5 mb-2 text-13 text-muted">Payments if accepted today</h3>
      <PaymentPlanList content={{ plan: preview.plan, milestones }} total={totals.total} acceptedOn={today} />
    </Card>
  );
}
