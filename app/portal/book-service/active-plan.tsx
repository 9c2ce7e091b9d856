import { useQuery } from "@tanstack/react-query";
import { ownInvoicesQuery } from "#app/api/portal/invoices.ts";
import { manageLinkQuery, type OwnSubscription } from "#app/api/portal/subscriptions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ExternalLink } from "#app/ui/icons.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { safePaymentUrl } from "#domain/invoices/payment-link.ts";
import { buildSquareUrl } from "#domain/square/square-link.ts";
import { useCurrentClient } from "../current-client.ts";
import { useUpdatedAt } from "../use-updated-at.ts";

/**
 * Banner with the client's plan. Manage opens the link from the admin settings, or the plan's latest invoice.
 */
export function ActivePlan({ subscription }: { subscription: OwnSubscription }) {
  const { id } = useCurrentClient();
  const updatedAt = useUpdatedAt();
  const invoices = useQuery(ownInvoicesQuery(id)).data ?? [];
  const latestInvoice = invoices.find(
    (invoice) =>
      subscription.square_subscription_id !== null &&
      invoice.square_subscription_id === subscription.square_subscription_id,
  );
  const manageUrl = buildSquareUrl(useQuery(manageLinkQuery()).data, subscription.square_subscription_id);
  const url = manageUrl ?? safePaymentUrl(latestInvoice?.square_payment_url);
  const { ends_on, current_period_end } = subscription;
  const nextEventText = ends_on
    ? `Ends on ${formatDate(ends_on)}`
    : current_period_end && `Next billing ${formatDate(current_period_end)}`;
  return (
    <section
      aria-label="Active plan"
      className="flex flex-wrap items-center justify-between gap-4 rounded-medium border border-positive/40 bg-surface p-4 sm:px-5"
    >
      <div>
        <p className="text-13 text-muted">Active plan</p>
        <p className="font-medium text-16">{subscription.subscription_tiers?.tier_name ?? "Support plan"}</p>
        {nextEventText && (
          <p className="text-13 text-muted">{[nextEventText, updatedAt].filter(Boolean).join(" · ")}</p>
        )}
      </div>
      {url && (
        <ButtonLink to={url} aria-label="Manage your plan (opens in a new tab)">
          Manage
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </ButtonLink>
      )}
    </section>
  );
}
