import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type SquareRun, squareRunsQuery } from "#app/api/admin/square-operations.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ChevronDown, ChevronRight, History } from "#app/ui/icons.tsx";
import { ListTable } from "../lists/list-table.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { formatTimestamp, runCauseLabel, runStatus } from "./run-labels.ts";
import { RunReport } from "./run-report.tsx";

/** List of sync runs with their reports, newest first. */
export function RunList() {
  const controls = useListParams();
  const runs = useQuery(squareRunsQuery(controls.page));
  const [expandedId, setExpandedId] = useState<string | null>(null);
  return (
    <ListTable
      noun="run"
      texts={{ error: "We couldn't load the sync history." }}
      controls={controls}
      page={runs}
      columns={createColumns(expandedId, setExpandedId)}
      rowKey={({ id }) => id}
      renderDetail={(run) => (run.id === expandedId ? <RunReport run={run} /> : null)}
      cardsBelow={560}
      loadingRows={5}
      empty={
        <EmptyState
          icon={<History className="size-6" />}
          title="No runs yet"
          hint="Sync reports appear here"
        />
      }
    />
  );
}

function createColumns(
  expandedId: string | null,
  setExpandedId: (id: string | null) => void,
): ReadonlyArray<ListColumn<SquareRun>> {
  const createCountColumn = (
    key: string,
    header: string,
    getCount: (run: SquareRun) => number | undefined,
  ): ListColumn<SquareRun> => ({
    key,
    header,
    align: "end",
    cell: (run) => (getCount(run) ?? 0).toLocaleString("en-US"),
  });
  return [
    {
      key: "started",
      header: "Started",
      cell: (run, _, hiddenKeys) => (
        <>
          <span className="tabular block whitespace-nowrap">{formatTimestamp(run.startedAt)}</span>
          {hiddenKeys.has("cause") && (
            <span className="block font-normal text-13 text-muted">{runCauseLabel(run.cause)}</span>
          )}
        </>
      ),
    },
    {
      key: "cause",
      header: "Type",
      minWidth: 1000,
      cell: (run) => (
        <>
          <span className="block">{runCauseLabel(run.cause)}</span>
          {run.requestedBy && <span className="block break-all text-13 text-muted">{run.requestedBy}</span>}
        </>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: (run) => {
        const { label, tone } = runStatus(run.status);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    createCountColumn("new", "New", ({ report }) => report.new),
    createCountColumn("changed", "Changed", ({ report }) => report.changed),
    { ...createCountColumn("unchanged", "Unchanged", ({ report }) => report.unchanged), minWidth: 860 },
    { ...createCountColumn("unmatched", "Unmatched", ({ report }) => report.unmatched), minWidth: 760 },
    { ...createCountColumn("rejected", "Rejected", ({ report }) => report.rejectedCount), minWidth: 760 },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (run, layout) => {
        const isExpanded = run.id === expandedId;
        const Icon = isExpanded ? ChevronDown : ChevronRight;
        return (
          <Button
            size="small"
            tone={layout === "table" ? "quiet" : "secondary"}
            aria-expanded={isExpanded}
            aria-label={`Report for ${formatTimestamp(run.startedAt)}`}
            icon={<Icon aria-hidden="true" className="size-4" />}
            onClick={() => setExpandedId(isExpanded ? null : run.id)}
          >
            Report
          </Button>
        );
      },
    },
  ];
}
