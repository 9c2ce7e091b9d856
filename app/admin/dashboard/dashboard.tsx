import { useEffect } from "react";
import type { MetaFunction } from "react-router";
import { endClientSession } from "#app/auth/sessions/sign-out.ts";
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
  useEffect(() => {
    void endClientSession();
  }, []);
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Pending work and outstanding revenue." />
      <ConnectionResult />
      <AttentionCard />
      <FirmStats />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <RevenueCard today={today} />
        <AgingCard today={today} />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <SquareCard />
          <ClientManagementCard />
        </div>
        <PendingBookingsCard />
      </div>
    </>
  );
}
