import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { makePaymentDue } from "#app/api/admin/milestones.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import type { ListedPayment, Proposal } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { PlannedPaymentsCard } from "#app/components/proposals/planned-payments-card.tsx";
import { Button } from "#app/ui/button.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { formatPaymentName } from "#domain/proposals/format-proposal.ts";
import { plannedPaymentsText } from "#domain/square/writing.ts";
import { LinkInvoiceDialog } from "./link-invoice-dialog.tsx";

/** The payments of an accepted proposal, and what to do about each one. */
export function ProposalPayments({ proposal }: { proposal: Proposal }) {
  const writing = useQuery(squareWritingQuery()).data;
  return (
    <PlannedPaymentsCard
      area="admin"
      proposalId={proposal.id}
      subtitle={writing && plannedPaymentsText(writing.isEnabled)}
      renderInvoice={(invoiceId, label) => (
        <Link
          to={`/admin/invoices/${invoiceId}`}
          className="mt-1 inline-block rounded-small text-13 text-accent hover:underline"
        >
          {label}
        </Link>
      )}
      renderActions={(payment) => <PaymentActions payment={payment} />}
    />
  );
}

function PaymentActions({ payment }: { payment: ListedPayment }) {
  const [isLinking, setIsLinking] = useState(false);
  const name = formatPaymentName(payment).toLowerCase();
  if (payment.status === "invoiced") {
    return null;
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {payment.status === "waiting" && <MakeDueButton payment={payment} />}
      <Button
        size="small"
        tone="quiet"
        aria-label={`Link invoice: ${name}`}
        onClick={() => setIsLinking(true)}
      >
        Link invoice
      </Button>
      {isLinking && <LinkInvoiceDialog payment={payment} onClose={() => setIsLinking(false)} />}
    </div>
  );
}

function MakeDueButton({ payment }: { payment: ListedPayment }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const change = useMutation({
    mutationFn: () => makePaymentDue(payment.id),
    onSuccess: () => showToast("Payment is due"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't change the payment. Try again."), { tone: "negative" }),
    onSettled: () => refetchProposals(queryClient),
  });
  const name = formatPaymentName(payment);
  async function askAndChange() {
    if (
      await confirm({
        text: `Make the ${name.toLowerCase()} of ${formatDollars(toCents(payment.amount))} due now? This can't be undone.`,
        confirmLabel: "Make due",
        tone: "primary",
      })
    ) {
      change.mutate();
    }
  }
  return (
    <Button
      size="small"
      aria-label={`Make due now: ${name.toLowerCase()}`}
      busy={change.isPending}
      onClick={askAndChange}
    >
      Make due now
    </Button>
  );
}
