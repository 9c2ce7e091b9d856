import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { ownInvoices } from "#app/data/invoices.ts";
import type { OwnSubscription } from "#app/data/subscriptions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { paymentLink } from "#domain/payment-link.ts";
import { useCurrentClient } from "../current-client.ts";
import { useAsOf } from "../use-as-of.ts";

/** Names the plan a client is on. Manage opens the plan's newest invoice, where the card on file is (reading 22). */
export function ActivePlan({ subscription }: { subscription: OwnSubscription }) {
  const { id } = useCurrentClient();
  const asOf = useAsOf();
  const invoices = useQuery(ownInvoices(id)).data ?? [];
  const newest = invoices.find(
    (invoice) =>
      subscription.square_subscription_id !== null &&
      invoice.square_subscription_id === subscription.square_subscription_id,
  );
  const address = paymentLink(newest?.square_payment_url);
  return (
    <section
      aria-label="Active plan"
      className="flex flex-wrap items-center justify-between gap-4 rounded-medium border border-positive/40 bg-surface p-4 sm:px-5"
    >
      <div>
        <p className="text-13 text-muted">Active plan</p>
        <p className="font-medium text-16">{subscription.subscription_tiers?.tier_name ?? "Support plan"}</p>
        {subscription.current_period_end && (
          <p className="text-13 text-muted">
            {[`Next billing ${formatDate(subscription.current_period_end)}`, asOf]
              .filter(Boolean)
              .join(" · ")}
          </p>
        )}
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
