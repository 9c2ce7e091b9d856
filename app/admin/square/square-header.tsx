import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { syncInvoices } from "#app/api/admin/square-connection.ts";
import {
  compareWithSquare,
  type SquareComparison,
  type SquareRun,
} from "#app/api/admin/square-operations.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { ProgressBar } from "#app/ui/feedback/progress-bar.tsx";
import { RefreshCw, Scale } from "#app/ui/icons.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { SyncOutcome } from "../dashboard/sync-outcome.tsx";
import { summarizeComparison } from "./difference-report.tsx";
import { formatPause, runCauseLabel } from "./run-labels.ts";
import { useRefetchAfterSync, useRunningSync } from "./use-running-sync.ts";

type SquareHeaderProps = {
  subtitle: string;
  isConnected: boolean;
  running: SquareRun | null;
  comparison: SquareComparison | null;
};

/** Page header with the sync and compare buttons, and the progress of the current run. */
export function SquareHeader({ subtitle, isConnected, running, comparison }: SquareHeaderProps) {
  const queryClient = useQueryClient();
  const [seenCount, setSeenCount] = useState(0);
  const mutationOptions = {
    onMutate: () => setSeenCount(0),
    // Refetch everything, because a sync can change any amount on any page.
    onSettled: () => queryClient.invalidateQueries(),
  };
  const sync = useMutation({ mutationFn: () => syncInvoices(setSeenCount), ...mutationOptions });
  const compare = useMutation({ mutationFn: () => compareWithSquare(setSeenCount), ...mutationOptions });
  const isPending = sync.isPending || compare.isPending;
  useRunningSync(isPending);
  useRefetchAfterSync(running);
  const latestMutation = compare.submittedAt > sync.submittedAt ? compare : sync;
  const isBlocked = isPending || running !== null;
  const actions = (
    <>
      <Button
        className="max-sm:order-last"
        icon={<Scale aria-hidden="true" className="size-4" />}
        busy={compare.isPending}
        busyLabel="Comparing..."
        disabled={isBlocked}
        onClick={() => compare.mutate()}
      >
        Compare with Square
      </Button>
      <Button
        tone="primary"
        icon={<RefreshCw aria-hidden="true" className="size-4" />}
        busy={sync.isPending}
        busyLabel="Syncing..."
        disabled={isBlocked}
        onClick={() => sync.mutate()}
      >
        Sync Invoices
      </Button>
    </>
  );
  return (
    <div>
      <PageHeader title="Square" subtitle={subtitle} action={isConnected && actions} />
      {running ? (
        <RunProgress run={running} />
      ) : compare.isSuccess && latestMutation === compare ? (
        // Pending until the page's data is refetched, so this is the comparison that was started here.
        comparison && (
          <Banner tone={comparison.left > 0 ? "warning" : "positive"}>
            {summarizeComparison(comparison)}
          </Banner>
        )
      ) : (
        <SyncOutcome
          isPending={isPending}
          seen={seenCount}
          result={latestMutation.data ?? null}
          error={latestMutation.error}
        />
      )}
    </div>
  );
}

/**
 * Progress of a run. Square does not report the number of invoices, so the progress is relative to the last
 * complete run.
 */
function RunProgress({ run }: { run: SquareRun }) {
  const progressText = `${run.seen.toLocaleString("en-US")} invoices`;
  const label = `${runCauseLabel(run.cause)} in progress`;
  return (
    <Card aria-label={label}>
      {run.expected ? (
        <ProgressBar
          label={label}
          percent={Math.min(99, Math.round((run.seen / run.expected) * 100))}
          text={`${progressText} of about ${run.expected.toLocaleString("en-US")}`}
        />
      ) : (
        <p role="status" className="text-14">
          {label}: {progressText} so far
        </p>
      )}
      {run.pausedUntil && (
        <p role="status" className="mt-2 text-13 text-muted">
          {formatPause(run.pausedUntil)}
        </p>
      )}
      {run.resumed > 0 && <p className="mt-2 text-13 text-muted">Resumed after a restart.</p>}
    </Card>
  );
}
