import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type ListedPayment, type Proposal, plannedPaymentsQuery } from "#app/api/shared/proposals.ts";
import { PlannedPaymentsCard } from "#app/components/proposals/planned-payments-card.tsx";
import { SignedPdfButton } from "#app/components/proposals/signed-pdf-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { CircleCheck } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { formatPaymentName } from "#domain/proposals/format-proposal.ts";
import { findNextPlannedPayment, type NextPlannedPayment } from "#domain/proposals/next-planned-payment.ts";
import { sectionUrl } from "../section-url.ts";

/** What happens after acceptance: the project, the next payment and the signed PDF, each with its link. */
export function NextSteps({ proposal }: { proposal: Proposal }) {
  const documentId = proposal.acceptance?.document_id;
  const payments = useQuery(plannedPaymentsQuery("client", proposal.id));
  const next = findNextPlannedPayment(payments.data ?? []);
  return (
    <>
      <Card aria-labelledby="next-steps" className="border-positive/40">
        <CardHeader
          title={
            <span id="next-steps" className="flex items-center gap-2">
              <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />
              Accepted. What happens next
            </span>
          }
        />
        <ol className="divide-y divide-line text-14">
          <Step
            title="Project created"
            action={
              <ButtonLink
                to={sectionUrl("projects", proposal.project_id ? { project: proposal.project_id } : {})}
                size="small"
              >
                View project
              </ButtonLink>
            }
          >
            We'll contact you to agree on a start date.
          </Step>
          {next && <PaymentStep {...next} />}
          {documentId ? (
            <Step title="Signed PDF ready" action={<SignedPdfButton area="client" documentId={documentId} />}>
              It contains the certificate of acceptance. We've emailed it to your company's owners and billing
              members, and it's in{" "}
              <Link to={sectionUrl("documents")} className="rounded-small underline hover:text-accent">
                your documents
              </Link>
              .
            </Step>
          ) : (
            <Step title="Preparing the signed PDF">
              It contains the certificate of acceptance. We'll email it to your company's owners and billing
              members, and it will appear here and in your documents.
            </Step>
          )}
        </ol>
      </Card>
      <PlannedPaymentsCard
        area="client"
        proposalId={proposal.id}
        subtitle="You'll get an invoice for each payment when it's due"
        renderInvoice={(invoiceId, label) => (
          <Link
            to={sectionUrl("billing", { invoice: invoiceId })}
            className="mt-1 inline-block rounded-small text-13 text-accent hover:underline"
          >
            {label}
          </Link>
        )}
      />
    </>
  );
}

const PAYMENT_NOTES = {
  pay: "Its invoice is ready to pay.",
  preparing: "We're preparing the invoice. We'll email you when it's ready to pay.",
  later: "You'll get the invoice when the payment is due.",
} satisfies Record<NextPlannedPayment<ListedPayment>["step"], string>;

function PaymentStep({ payment, step }: NextPlannedPayment<ListedPayment>) {
  return (
    <Step
      title={`${formatPaymentName(payment)}: ${formatDollars(toCents(payment.amount))}`}
      action={
        step === "pay" &&
        payment.invoice_id && (
          <ButtonLink to={sectionUrl("billing", { invoice: payment.invoice_id })} size="small" tone="primary">
            Pay invoice
          </ButtonLink>
        )
      }
    >
      {PAYMENT_NOTES[step]}
    </Step>
  );
}

function Step({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="tabular font-medium">{title}</h3>
        <p className="text-13 text-muted">{children}</p>
      </div>
      {action}
    </li>
  );
}
