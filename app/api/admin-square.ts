import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";

const CONNECTION = "/api/oauth/square";
const SYNC = "/api/square/sync-invoices";

/** How the firm's Square account is connected. */
export type SquareStatus = {
  connected: boolean;
  merchant_id: string | null;
  merchant_name: string | null;
  expires_in_days: number | null;
  last_synced_at: string | null;
  /** Why the connection ended or does not work, in words; null when all is well. */
  last_error: string | null;
};

export function squareStatus() {
  return queryOptions({
    queryKey: ["square-status"],
    queryFn: () => callApi<SquareStatus>("admin", `${CONNECTION}?action=status`),
  });
}

/**
 * Leaves the page for Square's consent. A navigation carries no token, so a one-time ticket is fetched first.
 * @throws ApiFailure when the ticket is refused.
 */
export async function leaveForConsent(): Promise<void> {
  await callApi("admin", `${CONNECTION}?action=ticket`, { method: "POST" });
  window.location.assign(`${CONNECTION}?action=authorize`);
}

/** Milliseconds between two looks at a sync that takes longer than one request. */
const LOOK_EVERY = 2000;

/** How a finished sync ended: invoices equal to Square's, rows that were written, and what needs a person. */
export type SyncResult = { synced: number; changed: number; unmatched: number; refused: number };

type SyncAnswer = {
  synced?: number;
  changed?: number;
  runId: string;
  state: "queued" | "running" | "succeeded" | "failed";
  progress?: { seen: number };
  report: { unmatched?: number; refusedCount?: number };
};

/**
 * Brings the invoices to what Square has. `onProgress` hears how many were seen while it takes long.
 * @throws ApiFailure with the reason in words.
 */
export async function syncInvoices(onProgress: (seen: number) => void): Promise<SyncResult> {
  return followed(await callApi<SyncAnswer>("admin", SYNC, { method: "POST" }), onProgress);
}

/** The same for a run that is under way already. */
export async function untilSynced(runId: string, onProgress: (seen: number) => void): Promise<SyncResult> {
  return followed(await callApi<SyncAnswer>("admin", `${SYNC}?runId=${runId}`), onProgress);
}

async function followed(begun: SyncAnswer, onProgress: (seen: number) => void): Promise<SyncResult> {
  let answer = begun;
  while (answer.state === "queued" || answer.state === "running") {
    onProgress(answer.progress?.seen ?? 0);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    answer = await callApi<SyncAnswer>("admin", `${SYNC}?runId=${answer.runId}`);
  }
  return {
    synced: answer.synced ?? 0,
    changed: answer.changed ?? 0,
    unmatched: answer.report.unmatched ?? 0,
    refused: answer.report.refusedCount ?? 0,
  };
}

/** The addresses of Square's own pages by purpose, `{id}` standing for Square's id. */
export function squareLinks() {
  return queryOptions({
    queryKey: ["square-links"],
    queryFn: async () => {
      const admin = await backend("admin");
      const links = dataOf(await admin.from("square_links").select("purpose, template"));
      return Object.fromEntries(links.map(({ purpose, template }) => [purpose, template]));
    },
  });
}
