import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type SquareRun, squareOverviewQuery } from "#app/api/admin/square-operations.ts";

const POLL_INTERVAL_MS = 2000;

/** Polls the current sync run while `isPending`. Returns null before the run starts and after it finishes. */
export function useRunningSync(isPending: boolean): SquareRun | null {
  const { data } = useQuery({
    ...squareOverviewQuery(),
    enabled: isPending,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return isPending ? (data?.running ?? null) : null;
}

/** Refetches all queries when a background sync finishes, because it can change any amount. */
export function useRefetchAfterSync(running: SquareRun | null): void {
  const queryClient = useQueryClient();
  // The next sync can start before the browser reads that the previous one has finished.
  const runId = running?.id ?? null;
  const previousRunId = useRef(runId);
  useEffect(() => {
    if (previousRunId.current !== null && previousRunId.current !== runId) {
      void queryClient.invalidateQueries();
    }
    previousRunId.current = runId;
  }, [runId, queryClient]);
}
