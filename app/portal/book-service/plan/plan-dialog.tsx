import { useQuery } from "@tanstack/react-query";
import { ownInvoicesQuery } from "#app/api/portal/invoices.ts";
import type { OwnPlanRequest } from "#app/api/portal/plan-requests.ts";
import { manageLinkQuery, type OwnPlan } from "#app/api/portal/subscriptions.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ExternalLink } from "#app/ui/icons.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import { formatDollars, formatPrice } from "#domain/money/money.ts";
import { buildSquareUrl } from "#domain/square/square-link.ts";
import { getMonthlyPrice, getNextChargeDate, type PlanActions } from "#domain/subscriptions/plan.ts";
import { subscriptionNote, subscriptionStatusBadge } from "#domain/subscriptions/subscription.ts";
import { useCurrentClient } from "../../current-client.ts";
import { sectionUrl } from "../../section-url.ts";
import { PlanInvoices } from "./plan-invoices.tsx";
import { getPlanName } from "./plan-name.ts";
import { PlanRequestList } from "./plan-request-list.tsx";
import { usePlanRequest } from "./use-plan-request.ts";

type PlanDialogProps = {
  plan: OwnPlan;
  requests: readonly OwnPlanRequest[];
  actions: PlanActions;
  onRequestChange: () => void;
  onRequestCancellation: () => void;
  onClose: () => void;
};

/** Dialog with a plan's price, next charge, invoices, requests and available actions. */
export function PlanDialog({
  plan,
  requests,
  actions,
  onRequestChange,
  onRequestCancellation,
  onClose,
}: PlanDialogProps) {
  const { id } = useCurrentClient();
  const loadedInvoices = useQuery(ownInvoicesQuery(id)).data ?? [];
  const manageUrl = buildSquareUrl(useQuery(manageLinkQuery()).data, plan.square_subscription_id);
  const invoices = loadedInvoices.filter(
    (invoice) =>
      plan.square_subscription_id !== null && invoice.square_subscription_id === plan.square_subscription_id,
  );
  const url = manageUrl ?? safePaymentUrl(invoices[0]?.square_payment_url);
  const planRequests = requests.filter((request) => request.subscription_id === plan.id);
  const keep = usePlanRequest(onClose);
  const hasOpenRequest = (kind: OwnPlanRequest["kind"]) =>
    planRequests.some((request) => request.kind === kind && request.status === "open");
  const canKeep = actions.requestKeeping && plan.ends_on !== null && !hasOpenRequest("keep");
  return (
    <Dialog
      open
      onClose={onClose}
      title={getPlanName(plan)}
      description="Your support plan, billed monthly."
      footer={
        <>
          {actions.requestCancellation && !hasOpenRequest("cancel") && (
            <Button tone="danger" onClick={onRequestCancellation}>
              Request cancellation
            </Button>
          )}
          {actions.requestChange && !hasOpenRequest("change") && (
            <Button tone={canKeep ? "secondary" : "primary"} onClick={onRequestChange}>
              Request change
            </Button>
          )}
          {actions.payInvoice && (
            <ButtonLink to={sectionUrl("billing", { show: "unpaid" })} tone="primary" onClick={onClose}>
              View unpaid invoices
            </ButtonLink>
          )}
          {canKeep && (
            <Button
              tone={actions.payInvoice ? "secondary" : "primary"}
              busy={keep.isPending}
              onClick={() => keep.send({ kind: "keep", note: "" })}
            >
              Keep plan
            </Button>
          )}
          {actions.contact && (
            <ButtonLink to={sectionUrl("messages")} onClick={onClose}>
              Send a message
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        <PlanTerms plan={plan} />
        {canKeep && (
          <p className="text-14">
            Changed your mind? Select Keep plan before the plan's last day. After we confirm, your plan
            continues and Square charges you as before.
          </p>
        )}
        {keep.errorMessage && (
          <Banner tone="negative" urgent>
            {keep.errorMessage}
          </Banner>
        )}
        <PlanRequestList requests={planRequests} isEnding={plan.ends_on !== null} />
        <PlanInvoices invoices={invoices} onLeave={onClose} />
        {url && (
          <p className="text-14">
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center gap-1.5 text-accent underline underline-offset-4"
            >
              View billing at Square
              <ExternalLink aria-hidden="true" className="size-3.5" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function PlanTerms({ plan }: { plan: OwnPlan }) {
  const { label, tone } = subscriptionStatusBadge(plan.status);
  const price = getMonthlyPrice(plan);
  const nextCharge = getNextChargeDate(plan);
  const note = subscriptionNote(plan);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-14">
      <dt className="text-muted">Status</dt>
      <dd>
        <Badge tone={tone}>{label}</Badge>
        {note && <span className="block text-13 text-muted">{note}</span>}
      </dd>
      {price !== null && (
        <>
          <dt className="text-muted">Price</dt>
          <dd className="tabular">{formatPrice(price)} per month</dd>
        </>
      )}
      <dt className="text-muted">Next charge</dt>
      <dd className="tabular">
        {nextCharge
          ? [price === null ? null : formatDollars(price), formatDate(nextCharge)]
              .filter(Boolean)
              .join(" on ")
          : "None"}
      </dd>
    </dl>
  );
}
