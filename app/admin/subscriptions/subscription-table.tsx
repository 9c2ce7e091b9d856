import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { squareLinks } from "#app/data/admin-square.ts";
import type { ListedSubscription } from "#app/data/admin-subscriptions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { squareLink } from "#domain/square-link.ts";
import { isActiveSubscription, subscriptionNote, subscriptionStatus } from "#domain/subscription.ts";

/** @param template Square's own page of a subscription, for whoever signs in there as the seller. */
const columnsWith = (template: string | null): ReadonlyArray<Column<ListedSubscription>> => [
  { key: "client", header: "Client", cell: ({ clients }) => clients.company },
  { key: "tier", header: "Tier", cell: ({ subscription_tiers }) => subscription_tiers.tier_name },
  {
    key: "status",
    header: "Status",
    cell: (subscription) => {
      const { label, tone } = subscriptionStatus(subscription.status);
      const note = subscriptionNote(subscription);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {note && <span className="block text-13 text-muted">{note}</span>}
        </>
      );
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
        {subscription.billed_price !== null && (
          <span className="block text-13 text-warning">
            Square bills {formatDollars(toCents(subscription.billed_price))}
          </span>
        )}
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
    cell: ({ square_subscription_id, clients }, place) => {
      const address = square_subscription_id && squareLink(template, square_subscription_id);
      return address ? (
        <ButtonLink
          to={address}
          size="small"
          tone={place === "table" ? "quiet" : "secondary"}
          aria-label={`View in Square: ${clients.company} (opens in a new tab)`}
          icon={<ExternalLink aria-hidden="true" className="size-4" />}
          className="whitespace-nowrap"
        >
          View in Square
        </ButtonLink>
      ) : null;
    },
  },
];

export function SubscriptionTable({ subscriptions }: { subscriptions: readonly ListedSubscription[] }) {
  const links = useQuery(squareLinks()).data;
  return (
    <Table
      label="Subscriptions"
      cardsBelow="lg"
      columns={columnsWith(links?.subscription ?? null)}
      rows={subscriptions}
      rowKey={({ id }) => id}
    />
  );
}
