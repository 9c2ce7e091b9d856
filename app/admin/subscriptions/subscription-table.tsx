import { ExternalLink } from "lucide-react";
import type { ListedSubscription } from "#app/data/admin-subscriptions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { isActiveSubscription, subscriptionStatus } from "#domain/subscription.ts";

/** Square's own page of a subscription, for whoever signs in there as the seller. */
const SQUARE_SUBSCRIPTIONS = "https://app.squareup.com/dashboard/subscriptions-list/";

const columns: ReadonlyArray<Column<ListedSubscription>> = [
  { key: "client", header: "Client", cell: ({ clients }) => clients.company },
  { key: "tier", header: "Tier", cell: ({ subscription_tiers }) => subscription_tiers.tier_name },
  {
    key: "status",
    header: "Status",
    cell: (subscription) => {
      const { label, tone } = subscriptionStatus(subscription.status);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    key: "mrr",
    header: "MRR",
    align: "end",
    cell: (subscription) => (
      <>
        <span className="block">{formatDollars(toCents(subscription.subscription_tiers.monthly_price))}</span>
        {!isActiveSubscription(subscription) && <span className="block text-13 text-muted">not counted</span>}
      </>
    ),
  },
  {
    key: "next",
    header: "Next Billing",
    cell: ({ current_period_end, status }) => (
      <span className="tabular whitespace-nowrap">
        {status === "cancelled" ? "—" : formatDate(current_period_end)}
      </span>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: ({ square_subscription_id, clients }, place) =>
      square_subscription_id && (
        <ButtonLink
          to={`${SQUARE_SUBSCRIPTIONS}${encodeURIComponent(square_subscription_id)}`}
          size="small"
          tone={place === "table" ? "quiet" : "secondary"}
          aria-label={`View in Square: ${clients.company} (opens in a new tab)`}
          icon={<ExternalLink aria-hidden="true" className="size-4" />}
          className="whitespace-nowrap"
        >
          View in Square
        </ButtonLink>
      ),
  },
];

export function SubscriptionTable({ subscriptions }: { subscriptions: readonly ListedSubscription[] }) {
  return (
    <Table
      label="Subscriptions"
      cardsBelow="lg"
      columns={columns}
      rows={subscriptions}
      rowKey={({ id }) => id}
    />
  );
}
