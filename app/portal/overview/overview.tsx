import { Loaded } from "#app/components/loaded.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useCurrentClient } from "../current-client.ts";
import { useAsOf } from "../use-as-of.ts";
import { useFreshInvoices } from "../use-fresh-invoices.ts";
import { BalanceBanner } from "./balance-banner.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { StatCards } from "./stat-cards.tsx";

export function Overview() {
  const client = useCurrentClient();
  const invoices = useFreshInvoices();
  const asOf = useAsOf();
  return (
    <>
      <PageHead title="Dashboard Overview" context={[client.company, asOf].filter(Boolean).join(" · ")} />
      <div className="grid gap-6">
        <Loaded
          query={invoices}
          failed="Your balance could not be loaded."
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
