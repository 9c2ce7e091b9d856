import type { WaitingProposals } from "#app/api/admin/waiting-proposals.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { addAge } from "#domain/firm/attention.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { formatPaymentName } from "#domain/proposals/format-proposal.ts";
import { plannedInvoiceProblem } from "#domain/proposals/planned-invoice.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { INVOICE_DRAFTS_PATH } from "../../shell/admin-pages.ts";
import type { LinkedItem } from "./linked-item.ts";

/** One item per due payment without an invoice, and one per proposal with an unanswered comment. */
export function proposalItems(
  { payments, comments }: WaitingProposals,
  now: Date,
  timeZone: string,
): LinkedItem[] {
  return [
    ...payments.map(
      ({ id, amount, isDraftDeleted, draftId, due_at, proposals: proposal, ...payment }): LinkedItem => {
        const problem = plannedInvoiceProblem({ amount: toCents(amount), isDraftDeleted });
        const details = `${formatPaymentName(payment)} of ${formatDollars(toCents(amount))} without an invoice: ${getProposalReference(proposal.number)}`;
        return {
          kind: "plannedPayment",
          key: `planned-payment-${id}`,
          title: proposal.clients?.company ?? proposal.title,
          details: [details, problem ?? (draftId && "Its draft is ready to publish.")]
            .filter(Boolean)
            .join(". "),
          badge: addAge(
            problem
              ? { label: "Create invoice", tone: "negative" }
              : { label: "Invoice due", tone: "warning" },
            due_at,
            now,
          ),
          since: due_at,
          to: draftId ? `${INVOICE_DRAFTS_PATH}/${draftId}` : `/admin/proposals/${proposal.id}`,
        };
      },
    ),
    ...comments.map(
      ({ proposal_id, created_at, proposals: proposal }): LinkedItem => ({
        kind: "proposalComment",
        key: `proposal-comment-${proposal_id}`,
        title: proposal.clients?.company ?? proposal.title,
        details: `Comment on ${getProposalReference(proposal.number)}: ${proposal.title}`,
        badge: { label: formatRelativeTime(created_at, now, timeZone), tone: "neutral" },
        since: created_at,
        to: `/admin/proposals/${proposal_id}`,
      }),
    ),
  ];
}
