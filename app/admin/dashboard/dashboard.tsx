import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MetaFunction } from "react-router";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { endClientSession } from "#app/auth/sessions/sign-out.ts";
import { formatSquareFreshness } from "#app/components/updated-at.ts";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { AgingCard } from "./aging-card.tsx";
import { AttentionCard } from "./attention/attention-card.tsx";
import { ClientManagementCard } from "./client-management-card.tsx";
import { ConnectionResult } from "./connection-result.tsx";
import { FirmStats } from "./firm-stats.tsx";
import { PendingBookingsCard } from "./pending-bookings-card.tsx";
import { RevenueCard } from "./revenue-card.tsx";
import { SquareCard } from "./square-card.tsx";

export const meta: MetaFunction = () => pageMeta("Dashboard");

export default function Dashboard() {
  const today = firmToday(new Date());
  const lastSync = useQuery(lastSyncQuery("admin"));
  useEffect(() => {
    void endClientSession();
  }, []);
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={`Pending work and outstanding revenue${lastSync.data ? ` · ${formatSquareFreshness(lastSync.data, new Date())}` : ""}`}
      />
      <ConnectionResult />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <AttentionCard />
        <PendingBookingsCard />
      </div>
      <div className="my-6">
        <FirmStats />
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <RevenueCard today={today} />
        <AgingCard today={today} />
      </div>
      <div className="mt-6 grid gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <SquareCard />
        <ClientManagementCard />
      </div>
    </>
  );
}
