import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { useLiveInvoices } from "../use-live-invoices.ts";
import { useUpdatedAt } from "../use-updated-at.ts";
import { AccountManagerCard } from "./account-manager-card.tsx";
import { BalanceBanner } from "./balance-banner.tsx";
import { FirstStepsCard } from "./first-steps-card.tsx";
import { LatestActivity } from "./latest-activity.tsx";
import { NextUp } from "./next-up.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { StatCards } from "./stat-cards.tsx";

export function Overview() {
  const client = useCurrentClient();
  const canSeeBilling = useHasPermission("billing");
  return (
    <>
      <PageHeader
        title="Dashboard Overview"
        subtitle={canSeeBilling ? <UpdatedSubtitle company={client.company} /> : client.company}
      />
      <div className="grid gap-4 sm:gap-6">
        <FirstStepsCard />
        {canSeeBilling ? <BalanceAndNextUp /> : <NextUp invoices={null} />}
        <StatCards />
        <div className="mt-2 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <LatestActivity />
          <div className="grid gap-4 md:max-lg:grid-cols-2 lg:mt-10">
            <AccountManagerCard />
            <QuickActions />
          </div>
        </div>
      </div>
    </>
  );
}

function UpdatedSubtitle({ company }: { company: string }) {
  const updatedAt = useUpdatedAt();
  return (
    <>
      {company}
      {updatedAt && (
        <>
          <span className="max-sm:hidden"> · </span>
          <span className="max-sm:block">{updatedAt}</span>
        </>
      )}
    </>
  );
}

function BalanceAndNextUp() {
  const invoices = useLiveInvoices();
  return (
    <>
      <Loaded
        query={invoices}
        errorMessage="We couldn't load your balance."
        isSmall
        loading={<Skeleton className="h-24" />}
      >
        {(list) => <BalanceBanner invoices={list} />}
      </Loaded>
      <NextUp invoices={invoices} />
    </>
  );
}
