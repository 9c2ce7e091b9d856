import { useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import type { MetaFunction } from "react-router";
import { squareLinks } from "#app/api/admin-square.ts";
import { everySubscription, SUBSCRIPTION_SORTS, subscriptionList } from "#app/api/admin-subscriptions.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { csvDollars } from "#domain/csv.ts";
import { SUBSCRIPTION_STATUSES, subscriptionStatus } from "#domain/subscription.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { subscriptionColumns } from "./subscription-columns.tsx";
import { SubscriptionStats } from "./subscription-stats.tsx";

export const meta: MetaFunction = () => pageMeta("Subscriptions");

const statusOptions = SUBSCRIPTION_STATUSES.map((status) => ({
  value: status,
  label: subscriptionStatus(status).label,
}));

export default function Subscriptions() {
  const address = useListAddress(SUBSCRIPTION_STATUSES, SUBSCRIPTION_SORTS);
  const { search, status, page, sort } = address;
  const subscriptions = useQuery(subscriptionList({ search, status, page, sort }));
  const links = useQuery(squareLinks());
  return (
    <>
      <PageHead
        title="Subscriptions"
        context="Support plans of clients. Square bills them and keeps their state."
        action={<ExportButton name="subscriptions" rows={() => subscriptionRows({ search, status })} />}
      />
      <div className="mb-6">
        <SubscriptionStats />
      </div>
      <ListScreen
        noun="subscription"
        address={address}
        page={subscriptions}
        columns={subscriptionColumns(links.data?.subscription ?? null)}
        rowKey={({ id }) => id}
        searches="Search client or tier"
        filter={{ label: "Filter by status", placeholder: "All", options: statusOptions }}
        empty={
          <EmptyState
            icon={<Repeat className="size-6" />}
            title="No subscriptions yet"
            hint="Subscriptions will appear here once clients subscribe to a plan"
          />
        }
      />
    </>
  );
}

async function subscriptionRows(narrowed: { search: string; status: string }): Promise<string[][]> {
  const subscriptions = await everySubscription(narrowed);
  return [
    ["Client", "Tier", "Status", "Monthly price (USD)", "Next billing"],
    ...subscriptions.map(({ company, tierName, status, priceCents, currentPeriodEnd }) => [
      company,
      tierName,
      subscriptionStatus(status).label,
      csvDollars(priceCents),
      currentPeriodEnd ?? "",
    ]),
  ];
}
