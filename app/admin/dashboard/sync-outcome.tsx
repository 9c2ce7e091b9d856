import type { SyncResult } from "#app/api/admin-square.ts";
import { ApiFailure } from "#app/api/failure.ts";
import { Banner } from "#app/ui/banner.tsx";

type SyncOutcomeProps = {
  isPending: boolean;
  /** Invoices seen so far, where the sync has told. */
  seen: number;
  result: SyncResult | null;
  error: Error | null;
};

/** What a sync is at, or how it ended, in the words of the specification (section 8). */
export function SyncOutcome({ isPending, seen, result, error }: SyncOutcomeProps) {
  if (isPending)
    return (
      <Banner tone="info">
        {seen > 0 ? `Syncing: ${seen} invoices so far...` : "Syncing invoices from Square..."}
      </Banner>
    );
  if (error)
    return (
      <Banner tone="negative" urgent>
        {error instanceof ApiFailure && !error.isUnanswered && error.message
          ? `Sync failed: ${error.message}`
          : "Failed to sync invoices. Please try again."}
      </Banner>
    );
  if (result)
    return (
      <Banner tone="positive" details={detailsOf(result)}>
        ✅ Synced {result.synced} invoices from Square
      </Banner>
    );
  return null;
}

function detailsOf({ changed, unmatched, refused }: SyncResult): string {
  return [
    changed === 0 ? "Nothing had changed." : `${changed} new or changed.`,
    unmatched > 0 && `${unmatched} matched no client.`,
    refused > 0 && `${refused} could not be stored.`,
  ]
    .filter(Boolean)
    .join(" ");
}
