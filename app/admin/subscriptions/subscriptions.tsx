import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import type { ListParams } from "#app/api/admin/list-page.ts";
import { duplicatePlansQuery } from "#app/api/admin/plan-requests.ts";
import { squareLinksQuery } from "#app/api/admin/square-connection.ts";
import {
  fetchAllSubscriptions,
  SUBSCRIPTION_SORT_COLUMNS,
  subscriptionListQuery,
} from "#app/api/admin/subscriptions.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Repeat } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
  subscriptionStatusBadge,
} from "#domain/subscriptions/subscription.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListMenu } from "../lists/list-menu.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { DuplicatePlansNotice } from "./duplicate-plans-notice.tsx";
import { PlanRequestsCard } from "./plan-requests-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { createSubscriptionColumns } from "./subscription-columns.tsx";
import { SubscriptionStats } from "./subscription-stats.tsx";
import { UnmatchedPlansNotice } from "./unmatched-plans-notice.tsx";

export const meta: MetaFunction = () => pageMeta("Subscriptions");

const STATUS_OPTIONS = SUBSCRIPTION_STATUSES.map((status) => ({
  value: status,
  label: subscriptionStatusBadge(status).label,
}));

export default function Subscriptions() {
  const controls = useListParams(SUBSCRIPTION_STATUSES, SUBSCRIPTION_SORT_COLUMNS);
  const { search, status, page, sort } = controls;
  const subscriptions = useQuery(subscriptionListQuery({ search, status, page, sort }));
  const links = useQuery(squareLinksQuery());
  const { data: duplicates = [] } = useQuery(duplicatePlansQuery());
  const planCounts = new Map(duplicates.map(({ client_id, plan_count }) => [client_id, plan_count]));
  // A link to some of the subscriptions shows them without scrolling. Later filters do not move the list.
  const [isListFirst] = useState(search !== "" || status !== "");
  const csv = { name: "subscriptions", fetchRows: () => fetchCsvRows({ search, status }) };
  const list = (
    <ListScreen
      noun="subscription"
      controls={controls}
      page={subscriptions}
      columns={createSubscriptionColumns(links.data?.subscription ?? null, planCounts)}
      renderCard={(subscription) => <SubscriptionCard {...{ subscription, planCounts }} />}
      rowKey={({ id }) => id}
      searchLabel="Search client or tier"
      filter={{ label: "Filter by status", placeholder: "All", options: STATUS_OPTIONS }}
      empty={
        <EmptyState
          icon={<Repeat className="size-6" />}
          title="No subscriptions yet"
          hint="Subscriptions appear here when clients subscribe to a plan"
        />
      }
    />
  );
  return (
    <>
      <PageHeader
        title="Subscriptions"
        subtitle="Client subscriptions, billed by Square"
        action={
          <div className="max-sm:hidden">
            <ExportButton {...csv} />
          </div>
        }
        phoneMenu={<ListMenu csv={csv} />}
      />
      {isListFirst && <div className="mb-6">{list}</div>}
      <UnmatchedPlansNotice />
      <DuplicatePlansNotice />
      <PlanRequestsCard />
      <div className={isListFirst ? "" : "mb-6"}>
        <SubscriptionStats />
      </div>
      {!isListFirst && list}
    </>
  );
}

async function fetchCsvRows(
  filter: Pick<ListParams<SubscriptionStatus>, "search" | "status">,
): Promise<string[][]> {
  const subscriptions = await fetchAllSubscriptions(filter);
  return [
    ["Client", "Tier", "Status", "Monthly price (USD)", "Next billing"],
    ...subscriptions.map(({ company, tierName, status, priceCents, nextChargeDate }) => [
      company,
      tierName,
      subscriptionStatusBadge(status).label,
      formatCsvDollars(priceCents),
      nextChargeDate ?? "",
    ]),
  ];
}
