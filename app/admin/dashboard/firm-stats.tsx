import { useQuery } from "@tanstack/react-query";
import { CircleDollarSign, FolderKanban, Users } from "lucide-react";
import { firmTotals } from "#app/api/admin-totals.ts";
import { lastSync } from "#app/api/last-sync.ts";
import { asOf } from "#app/components/as-of.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { StatCard } from "#app/ui/stat-card.tsx";
import { formatDollars, formatThousands } from "#domain/money.ts";

export function FirmStats() {
  const totals = useQuery(firmTotals());
  const synced = useQuery(lastSync("admin"));
  const when = synced.data ? `, ${asOf(synced.data, new Date())}` : "";
  return (
    <Loaded
      query={totals}
      failed="The figures could not be loaded."
      loading={
        <div className="grid gap-4 sm:grid-cols-3">
          <p role="status" className="sr-only">
            Loading figures...
          </p>
          <Skeleton className="h-29" />
          <Skeleton className="h-29" />
          <Skeleton className="h-29" />
        </div>
      }
    >
      {({ activeClients, activeProjects, outstandingCents }) => (
        <div className="grid gap-4 sm:grid-cols-3">
          <StatCard
            label="Total Clients"
            value={activeClients.toLocaleString("en-US")}
            meaning="Active clients"
            icon={<Users className="size-4" />}
            to="/admin/clients"
          />
          <StatCard
            label="Active Projects"
            value={activeProjects.toLocaleString("en-US")}
            meaning="In progress or on hold"
            icon={<FolderKanban className="size-4" />}
            to="/admin/projects"
          />
          <StatCard
            label="Outstanding Revenue"
            value={formatThousands(outstandingCents)}
            meaning={`${formatDollars(outstandingCents)} pending or overdue${when}`}
            icon={<CircleDollarSign className="size-4" />}
          />
        </div>
      )}
    </Loaded>
  );
}
