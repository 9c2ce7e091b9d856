import type { SyncResult } from "#app/api/admin/square-connection.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";

type SyncOutcomeProps = {
  isPending: boolean;
  /** Number of invoices processed so far, if known. */
  seen: number;
  result: SyncResult | null;
  error: Error | null;
};

/** Progress of a running sync, or its result. */
export function SyncOutcome({ isPending, seen, result, error }: SyncOutcomeProps) {
  if (isPending) {
    return (
      <Banner tone="info">
        {seen > 0 ? `Syncing: ${seen} invoices so far...` : "Syncing invoices from Square..."}
      </Banner>
    );
  }
  if (error) {
    return (
      <Banner tone="negative" urgent>
        {error instanceof ApiError && !error.isNetworkError && error.message
          ? `Sync failed: ${error.message}`
          : "Failed to sync invoices. Please try again."}
      </Banner>
    );
  }
  if (result) {
    return (
      <Banner tone="positive" details={formatDetails(result)}>
        ✅ Synced {result.synced} invoices from Square
      </Banner>
    );
  }
  return null;
}

function formatDetails({ changed, unmatched, rejected }: SyncResult): string {
  return [
    changed === 0 ? "Already up to date." : `${changed} new or changed.`,
    unmatched > 0 && `${unmatched} ${unmatched === 1 ? "has" : "have"} no matching client.`,
    rejected > 0 && `${rejected} couldn't be saved.`,
  ]
    .filter(Boolean)
    .join(" ");
}
