import { Banner } from "#app/ui/feedback/banner.tsx";
import type { SyncResult } from "#domain/square/sync-response.ts";
import { formatPause } from "../square/run-labels.ts";
import { formatSyncDetails, syncErrorMessage } from "./sync-messages.ts";

type SyncOutcomeProps = {
  isPending: boolean;
  /** Number of invoices processed so far, if known. */
  seen: number;
  /** When a paused sync sends its next request. */
  pausedUntil?: string | null;
  result: SyncResult | null;
  error: Error | null;
};

/** Progress of a running sync, or its result. */
export function SyncOutcome({ isPending, seen, pausedUntil, result, error }: SyncOutcomeProps) {
  if (isPending) {
    return pausedUntil ? (
      <Banner tone="warning">{formatPause(pausedUntil)}</Banner>
    ) : (
      <Banner tone="info">
        {seen > 0 ? `Syncing: ${seen} invoices so far...` : "Syncing invoices from Square..."}
      </Banner>
    );
  }
  if (error) {
    return (
      <Banner tone="negative" urgent>
        {syncErrorMessage(error)}
      </Banner>
    );
  }
  if (result) {
    return (
      <Banner tone="positive" hasIcon={false} details={formatSyncDetails(result)}>
        ✅ Synced {result.synced} invoices from Square
      </Banner>
    );
  }
  return null;
}
