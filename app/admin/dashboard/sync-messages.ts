import { ApiError } from "#app/api/client/api-error.ts";
import type { SyncResult } from "#domain/square/sync-response.ts";

/** Error message for a failed sync. Generic if the server returned no message or did not respond. */
export function syncErrorMessage(error: Error): string {
  return error instanceof ApiError && !error.isNetworkError && error.message
    ? `Sync failed: ${error.message}`
    : "Failed to sync invoices. Please try again.";
}

/** Describes a finished sync by its counts. Unknown counts are omitted. */
export function formatSyncDetails({ changed, unmatched, rejected }: SyncResult): string {
  return [
    changed !== null && (changed === 0 ? "Already up to date." : `${changed} new or changed.`),
    unmatched > 0 && `${unmatched} ${unmatched === 1 ? "has" : "have"} no matching client.`,
    rejected > 0 && `${rejected} couldn't be saved.`,
  ]
    .filter(Boolean)
    .join(" ");
}
