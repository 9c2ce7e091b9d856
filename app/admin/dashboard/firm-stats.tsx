import { useQuery } from "@tanstack/react-query";
import { firmTotalsQuery } from "#app/api/admin/totals.ts";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { formatUpdatedAt } from "#app/components/updated-at.ts";
import { LoadingStatCards, StatCard } from "#app/ui/data-display/stat-card.tsx";
import { CircleDollarSign, FolderKanban, Users } from "#app/ui/icons.tsx";
import { formatDollars, formatThousands } from "#domain/money/money.ts";

export function FirmStats() {
  const totals = useQuery(firmTotalsQuery());
  const lastSync = useQuery(lastSyncQuery("admin"));
  const updatedAt = lastSync.data ? ` · updated ${formatUpdatedAt(lastSync.data, new Date())}` : "";
  return (
    <Loaded
      query={totals}
      errorMessage="We couldn't load the totals."
      loading={<LoadingStatCards count={3} text="Loading totals..." className="grid gap-4 sm:grid-cols-3" />}
    >
      {({ activeClients, activeProjects, outstandingCents }) => (
        <div className="grid gap-4 sm:grid-cols-3">
          <StatCard
            label="Total Clients"
            value={activeClients.toLocaleString("en-US")}
            caption="Active clients"
            icon={<Users className="size-4" />}
            to="/admin/clients"
          />
          <StatCard
            label="Active Projects"
            value={activeProjects.toLocaleString("en-US")}
            caption="In progress or on hold"
            icon={<FolderKanban className="size-4" />}
            to="/admin/projects"
          />
          <StatCard
            label="Outstanding Revenue"
            value={formatThousands(outstandingCents)}
            caption={`${formatDollars(outstandingCents)} pending or overdue${updatedAt}`}
            icon={<CircleDollarSign className="size-4" />}
          />
        </div>
      )}
    </Loaded>
  );
}
