import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { ownInvoices } from "#app/api/invoices.ts";
import { manageLink, type OwnSubscription } from "#app/api/subscriptions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { paymentLink } from "#domain/payment-link.ts";
import { squareLink } from "#domain/square-link.ts";
import { useCurrentClient } from "../current-client.ts";
import { useAsOf } from "../use-as-of.ts";

/** Names the plan a client is on. Manage opens the firm's page for it, else the plan's newest invoice (reading 22). */
export function ActivePlan({ subscription }: { subscription: OwnSubscription }) {
  const { id } = useCurrentClient();
  const asOf = useAsOf();
  const invoices = useQuery(ownInvoices(id)).data ?? [];
  const newest = invoices.find(
    (invoice) =>
      subscription.square_subscription_id !== null &&
      invoice.square_subscription_id === subscription.square_subscription_id,
  );
  const managed = squareLink(useQuery(manageLink()).data, subscription.square_subscription_id);
  const address = managed ?? paymentLink(newest?.square_payment_url);
  const { ends_on, current_period_end } = subscription;
  const next = ends_on
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
        {next && <p className="text-13 text-muted">{[next, asOf].filter(Boolean).join(" · ")}</p>}
      </div>
      {address && (
        <ButtonLink to={address} aria-label="Manage your plan (opens in a new tab)">
          Manage
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </ButtonLink>
      )}
    </section>
  );
}
