import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { squareApi } from "#app/api/admin/admin-api.ts";
import { ApiError, unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { parseSyncResponse, type SyncResponse, type SyncResult } from "#domain/square/sync-response.ts";

/** Status of the connection to Square. */
export type SquareStatus = InferResponseType<typeof squareApi.oauth.square.$get>;

export function squareStatusQuery() {
  return queryOptions({
    queryKey: ["square-status"],
    queryFn: () => readJson(squareApi.oauth.square.$get({ query: { action: "status" } })),
  });
}

/**
 * Navigates to Square's consent page. A navigation sends no access token, so this requests a one-time ticket first.
 * @throws {ApiError} if the ticket request fails.
 */
export async function redirectToSquareConsent(): Promise<void> {
  await readJson(squareApi.oauth.square.$post({ query: { action: "ticket" } }));
  window.location.assign(squareApi.oauth.square.$path({ query: { action: "authorize" } }));
}

const POLL_INTERVAL_MS = 2000;

/**
 * Syncs invoices from Square. `onProgress` receives the number of invoices processed so far.
 * @throws {ApiError} with a message for the user.
 */
export async function syncInvoices(onProgress: (seen: number) => void): Promise<SyncResult> {
  const response = await readJson(squareApi.square["sync-invoices"].$post({ query: {} }));
  return pollUntilFinished(parseSyncResponse(response), onProgress);
}

/** Waits for a running sync to finish. */
export async function waitForSync(runId: string, onProgress: (seen: number) => void): Promise<SyncResult> {
  return pollUntilFinished(await getSync(runId), onProgress);
}

async function getSync(runId: string): Promise<SyncResponse> {
  return parseSyncResponse(await readJson(squareApi.square["sync-invoices"].$get({ query: { runId } })));
}

async function pollUntilFinished(
  initial: SyncResponse,
  onProgress: (seen: number) => void,
): Promise<SyncResult> {
  let response = initial;
  while (response.kind === "running") {
    onProgress(response.seen);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    response = await getSync(response.runId);
  }
  if (response.kind === "failed") {
    throw new ApiError({ status: 200, code: "sync_failed", message: response.message });
  }
  return response.result;
}

/** URL templates for pages in Square, by purpose. `{id}` is replaced with the Square id. */
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
