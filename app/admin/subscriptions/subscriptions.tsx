import { useQuery } from "@tanstack/react-query";
import { Repeat, SearchX } from "lucide-react";
import type { MetaFunction } from "react-router";
import { Loaded } from "#app/components/loaded.tsx";
import { type ListedSubscription, subscriptionList } from "#app/data/admin-subscriptions.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { SUBSCRIPTION_STATUSES, subscriptionStatus } from "#domain/subscription.ts";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { SubscriptionStats } from "./subscription-stats.tsx";
import { SubscriptionTable } from "./subscription-table.tsx";

export const meta: MetaFunction = () => pageMeta("Subscriptions");

const statusOptions = SUBSCRIPTION_STATUSES.map((status) => ({
  value: status,
  label: subscriptionStatus(status).label,
}));

export default function Subscriptions() {
  const { search, status, change } = useListAddress(SUBSCRIPTION_STATUSES);
  const subscriptions = useQuery(subscriptionList());
  return (
    <>
      <PageHead
        title="Subscriptions"
        context="Support plans of clients. Square bills them and keeps their state."
      />
      <Loaded
        query={subscriptions}
        failed="The subscriptions could not be loaded."
        loading={
          <Loading text="Loading subscriptions...">
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
              <Skeleton className="h-29" />
              <Skeleton className="h-29" />
              <Skeleton className="h-29" />
              <Skeleton className="h-29" />
            </div>
            <Skeleton className="mt-6 h-64" />
          </Loading>
        }
      >
        {(all) => {
          const found = all.filter((each) => matches(each, search, status));
          return (
            <>
              <SubscriptionStats subscriptions={all} />
              <div className="mt-6 mb-4 flex flex-wrap gap-3">
                <ListSearch
                  label="Search client or tier"
                  value={search}
                  onSearch={(text) => change({ search: text })}
                />
                <BareSelect
                  aria-label="Filter by status"
                  placeholder="All"
                  options={statusOptions}
                  value={status}
                  onChange={(event) => change({ status: event.currentTarget.value })}
                />
              </div>
              <ListSurface
                table={found.length > 0 && <SubscriptionTable subscriptions={found} />}
                empty={
                  all.length > 0 ? (
                    <EmptyState
                      icon={<SearchX className="size-6" />}
                      title="No subscriptions found"
                      hint="Try adjusting your filters"
                    />
                  ) : (
                    <EmptyState
                      icon={<Repeat className="size-6" />}
                      title="No subscriptions yet"
                      hint="Subscriptions will appear here once clients subscribe to a plan"
                    />
                  )
                }
                foot={
                  <p role="status" className="tabular border-line border-t px-4 py-3 text-13 text-muted">
                    {found.length} of {all.length} subscriptions
                  </p>
                }
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function matches(subscription: ListedSubscription, search: string, status: string): boolean {
  if (status && subscription.status !== status) return false;
  const wanted = search.trim().toLowerCase();
  return [subscription.clients.company, subscription.subscription_tiers.tier_name].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
