import { Link } from "react-router";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { PlannedPaymentsCard } from "#app/components/proposals/planned-payments-card.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { CircleCheck } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { sectionUrl } from "../section-url.ts";

/** What happens after acceptance: the project, the signed PDF and the payments. */
export function NextSteps({ proposal }: { proposal: Proposal }) {
  const isStored = Boolean(proposal.acceptance?.document_id);
  const steps = [
    "We've created your project. We'll contact you to agree on the start.",
    isStored
      ? "The signed PDF is in your documents. We've emailed the signer and the owners."
      : "We're preparing the signed PDF. It will appear in your documents, and we'll email the signer and the owners.",
    "You'll get an invoice for each payment when it's due.",
  ];
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
        <ol className="grid list-decimal gap-2 pl-5 text-14">
          {steps.map((step) => (
            <li key={step} className="marker:text-muted">
              {step}
            </li>
          ))}
        </ol>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={sectionUrl("projects")} size="small">
            View projects
          </ButtonLink>
          <ButtonLink to={sectionUrl("documents")} size="small">
            View documents
          </ButtonLink>
        </div>
      </Card>
      <PlannedPaymentsCard
        area="client"
        proposalId={proposal.id}
        subtitle="You'll get an invoice for each payment when it's due."
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
