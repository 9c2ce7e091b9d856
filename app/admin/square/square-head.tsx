import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw, Scale } from "lucide-react";
import { useState } from "react";
import { syncInvoices } from "#app/api/admin-square.ts";
import { compareWithSquare, type SquareRun } from "#app/api/square-operations.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { SyncOutcome } from "../dashboard/sync-outcome.tsx";
import { CAUSES } from "./run-words.ts";
import { useRunning } from "./use-running.ts";

type SquareHeadProps = { context: string; isConnected: boolean; running: SquareRun | null };

/** The page's head with the two acts that bring invoices here, and how far the run under way is, whoever began it. */
export function SquareHead({ context, isConnected, running }: SquareHeadProps) {
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(0);
  const settled = {
    onMutate: () => setSeen(0),
    // Every amount on every screen may have changed.
    onSettled: () => queryClient.invalidateQueries(),
  };
  const sync = useMutation({ mutationFn: () => syncInvoices(setSeen), ...settled });
  const compare = useMutation({ mutationFn: () => compareWithSquare(setSeen), ...settled });
  const isPending = sync.isPending || compare.isPending;
  useRunning(isPending);
  const latest = compare.submittedAt > sync.submittedAt ? compare : sync;
  const isBlocked = isPending || running !== null;
  const acts = (
    <>
      <Button
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
      <PageHead title="Square" context={context} action={isConnected && acts} />
      {running ? (
        <RunProgress run={running} />
      ) : (
        <SyncOutcome isPending={isPending} seen={seen} result={latest.data ?? null} error={latest.error} />
      )}
    </div>
  );
}

/** Square does not say how many invoices there are: the last whole run is the measure. */
function RunProgress({ run }: { run: SquareRun }) {
  const seen = `${run.seen.toLocaleString("en-US")} invoices`;
  const label = `${CAUSES[run.cause] ?? "Sync"} under way`;
  return (
    <Card aria-label={label}>
      {run.expected ? (
        <ProgressBar
          label={label}
          percent={Math.min(99, Math.round((run.seen / run.expected) * 100))}
          text={`${seen} of about ${run.expected.toLocaleString("en-US")}`}
        />
      ) : (
        <p role="status" className="text-14">
          {label}: {seen} so far
        </p>
      )}
      {run.resumed > 0 && (
        <p className="mt-2 text-13 text-muted">It goes on after the server was restarted.</p>
      )}
    </Card>
  );
}
