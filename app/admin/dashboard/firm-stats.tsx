import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { firmTotalsQuery } from "#app/api/admin/totals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { LoadingStatCards, StatCard } from "#app/ui/data-display/stat-card.tsx";
import { CircleDollarSign, FolderKanban, Users } from "#app/ui/icons.tsx";
import { formatPartiallyPaid, type UnpaidTotals } from "#domain/invoices/invoice.ts";
import { formatDollars, formatThousands } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";

const GRID_CLASSES =
  "grid gap-3 min-[360px]:grid-cols-2 sm:grid-cols-3 sm:gap-4 xl:grid-cols-[1fr_1fr_2fr] *:last:min-[360px]:max-sm:col-span-2";

export function FirmStats() {
  const totals = useQuery(firmTotalsQuery());
  return (
    <Loaded
      query={totals}
      errorMessage="We couldn't load the totals."
      loading={<LoadingStatCards count={3} text="Loading totals..." className={GRID_CLASSES} />}
    >
      {({ activeClients, activeProjects, outstandingCents, unpaid, unassignedCount }) => (
        <div className={GRID_CLASSES}>
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
            caption={
              <OutstandingNote
                text={`${formatDollars(outstandingCents)} pending or overdue`}
                unpaid={unpaid}
                unassignedCount={unassignedCount}
              />
            }
            icon={<CircleDollarSign className="size-4" />}
          />
        </div>
      )}
    </Loaded>
  );
}

type OutstandingNoteProps = { text: string; unpaid: UnpaidTotals; unassignedCount: number };

function OutstandingNote({ text, unpaid, unassignedCount }: OutstandingNoteProps) {
  const partiallyPaid = formatPartiallyPaid(unpaid);
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <span>{text}</span>
      {partiallyPaid && <span className="tabular">{partiallyPaid}</span>}
      {unassignedCount > 0 && (
        <span>
          Includes{" "}
          <Link
            to="/admin/invoices?status=unmatched"
            className="underline underline-offset-4 hover:text-text"
          >
            {formatCount(unassignedCount, "invoice")} without a client
          </Link>
        </span>
      )}
    </span>
  );
}
