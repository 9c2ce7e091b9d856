import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, History } from "lucide-react";
import { useState } from "react";
import { type SquareRun, squareRuns } from "#app/api/square-operations.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { RunReport } from "./run-report.tsx";
import { CAUSES, instantWords, runState } from "./run-words.ts";

/** Every synchronization with its report, the newest first. */
export function RunList() {
  const { page, change } = useListAddress();
  const runs = useQuery(squareRuns(page));
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Loaded
      query={runs}
      failed="The runs could not be loaded."
      loading={<Loading text="Loading runs..." rows={5} />}
    >
      {(found) => (
        <ListSurface
          table={
            found.rows.length > 0 && (
              <Table
                label="Runs"
                cardsBelow="xl"
                columns={columns(opened, setOpened)}
                rows={found.rows}
                rowKey={({ id }) => id}
                detail={(run) => (run.id === opened ? <RunReport run={run} /> : null)}
              />
            )
          }
          empty={
            <EmptyState
              icon={<History className="size-6" />}
              title="No runs yet"
              hint="Each sync leaves its report here"
            />
          }
          foot={<ListFoot page={found} noun="run" onPage={(wanted) => change({ page: wanted })} />}
        />
      )}
    </Loaded>
  );
}

function columns(opened: string | null, open: (id: string | null) => void): ReadonlyArray<Column<SquareRun>> {
  const count = (
    key: string,
    header: string,
    of: (run: SquareRun) => number | undefined,
  ): Column<SquareRun> => ({
    key,
    header,
    align: "end",
    cell: (run) => (of(run) ?? 0).toLocaleString("en-US"),
  });
  return [
    {
      key: "started",
      header: "Started",
      cell: (run) => <span className="tabular whitespace-nowrap">{instantWords(run.startedAt)}</span>,
    },
    {
      key: "cause",
      header: "Cause",
      cell: (run) => (
        <>
          <span className="block">{CAUSES[run.cause] ?? run.cause}</span>
          {run.requestedBy && <span className="block break-all text-13 text-muted">{run.requestedBy}</span>}
        </>
      ),
    },
    {
      key: "state",
      header: "State",
      cell: (run) => {
        const { label, tone } = runState(run.state);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    count("new", "New", ({ report }) => report.new),
    count("changed", "Changed", ({ report }) => report.changed),
    count("unchanged", "Unchanged", ({ report }) => report.unchanged),
    count("unmatched", "Unmatched", ({ report }) => report.unmatched),
    count("refused", "Refused", ({ report }) => report.refusedCount),
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (run, place) => {
        const isOpen = run.id === opened;
        const Icon = isOpen ? ChevronDown : ChevronRight;
        return (
          <Button
            size="small"
            tone={place === "table" ? "quiet" : "secondary"}
            aria-expanded={isOpen}
            aria-label={`Report of ${instantWords(run.startedAt)}`}
            icon={<Icon aria-hidden="true" className="size-4" />}
            onClick={() => open(isOpen ? null : run.id)}
          >
            Report
          </Button>
        );
      },
    },
  ];
}
