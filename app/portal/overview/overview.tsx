import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useCurrentClient } from "../current-client.ts";
import { useLiveInvoices } from "../use-live-invoices.ts";
import { useUpdatedAt } from "../use-updated-at.ts";
import { BalanceBanner } from "./balance-banner.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { StatCards } from "./stat-cards.tsx";

export function Overview() {
  const client = useCurrentClient();
  const invoices = useLiveInvoices();
  const updatedAt = useUpdatedAt();
  return (
    <>
      <PageHeader
        title="Dashboard Overview"
        subtitle={[client.company, updatedAt].filter(Boolean).join(" · ")}
      />
      <div className="grid gap-6">
        <Loaded
          query={invoices}
          errorMessage="We couldn't load your balance."
          isSmall
          loading={<Skeleton className="h-24" />}
        >
          {(list) => <BalanceBanner invoices={list} />}
        </Loaded>
        <StatCards />
        <QuickActions />
      </div>
    </>
  );
}
