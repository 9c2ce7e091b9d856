import { useQuery } from "@tanstack/react-query";
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
