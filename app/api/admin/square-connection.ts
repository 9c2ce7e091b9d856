import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { callApi } from "#app/api/client/call-api.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

const OAUTH_PATH = "/api/oauth/square";
const SYNC_PATH = "/api/square/sync-invoices";

/** Response of `GET /api/oauth/square?action=status`. */
export type SquareStatus = {
  connected: boolean;
  merchant_id: string | null;
  merchant_name: string | null;
  expires_in_days: number | null;
  last_synced_at: string | null;
  /** Message that explains why the connection is broken or ended, or null. */
  last_error: string | null;
};

export function squareStatusQuery() {
  return queryOptions({
    queryKey: ["square-status"],
    queryFn: () => callApi<SquareStatus>("admin", `${OAUTH_PATH}?action=status`),
  });
}

/**
 * Navigates to Square's consent page. A navigation sends no access token, so this requests a one-time ticket first.
 * @throws {ApiError} if the ticket request fails.
 */
export async function redirectToSquareConsent(): Promise<void> {
  await callApi("admin", `${OAUTH_PATH}?action=ticket`, { method: "POST" });
  window.location.assign(`${OAUTH_PATH}?action=authorize`);
}

const POLL_INTERVAL_MS = 2000;

/** Result of a finished sync: invoices in sync, rows written, and invoices that need review. */
export type SyncResult = { synced: number; changed: number; unmatched: number; rejected: number };

type SyncResponse = {
  synced?: number;
  changed?: number;
  runId: string;
  state: ClosedSets["private.sync_runs.state"];
  progress?: { seen: number };
  report: { unmatched?: number; rejectedCount?: number };
};

/**
 * Syncs invoices from Square. `onProgress` receives the number of invoices processed so far.
 * @throws {ApiError} with a message for the user.
 */
export async function syncInvoices(onProgress: (seen: number) => void): Promise<SyncResult> {
  return pollUntilFinished(await callApi<SyncResponse>("admin", SYNC_PATH, { method: "POST" }), onProgress);
}

/** Waits for a running sync. */
export async function waitForSync(runId: string, onProgress: (seen: number) => void): Promise<SyncResult> {
  return pollUntilFinished(await callApi<SyncResponse>("admin", `${SYNC_PATH}?runId=${runId}`), onProgress);
}

async function pollUntilFinished(
  initial: SyncResponse,
  onProgress: (seen: number) => void,
): Promise<SyncResult> {
  let response = initial;
  while (response.state === "queued" || response.state === "running") {
    onProgress(response.progress?.seen ?? 0);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    response = await callApi<SyncResponse>("admin", `${SYNC_PATH}?runId=${response.runId}`);
  }
  return {
    synced: response.synced ?? 0,
    changed: response.changed ?? 0,
    unmatched: response.report.unmatched ?? 0,
    rejected: response.report.rejectedCount ?? 0,
  };
}

/** URL templates of Square's pages by purpose. `{id}` stands for the Square id. */
export function squareLinksQuery() {
  return queryOptions({
    queryKey: ["square-links"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const links = unwrap(await supabase.from("square_links").select("purpose, template"));
      return Object.fromEntries(links.map(({ purpose, template }) => [purpose, template]));
    },
  });
}
