import { useQuery } from "@tanstack/react-query";
import { type SquareRun, squareOverview } from "#app/api/square-operations.ts";

/** Milliseconds between two looks while an act of this page waits for its run. */
const LOOK_EVERY = 2000;

/** The run under way, followed while `isPending`; null before it is seen and once it has ended. */
export function useRunning(isPending: boolean): SquareRun | null {
  const { data } = useQuery({ ...squareOverview(), enabled: isPending, refetchInterval: LOOK_EVERY });
  return isPending ? (data?.running ?? null) : null;
}
