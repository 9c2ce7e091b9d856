import { queryOptions } from "@tanstack/react-query";
import type { InferResponseType } from "hono/client";
import { adminApi, squareApi } from "#app/api/admin/admin-api.ts";
import { type ListPage, PAGE_SIZE } from "#app/api/admin/list-page.ts";
import { waitForSync } from "#app/api/admin/square-connection.ts";
import { readJson } from "#app/api/client/read-response.ts";
import type { SyncResult } from "#domain/square/sync-response.ts";

const POLL_INTERVAL_MS = 2000;
/** Locations rarely change. */
const LOCATIONS_STALE_MS = 60_000;

const { square } = adminApi;

export type SquareOverview = InferResponseType<typeof square.$get>;

export type SquareComparison = NonNullable<SquareOverview["comparison"]>;

/** Totals of the portal or of Square in a comparison. */
export type SideTotals = SquareComparison["portal"];

/** A sync run. `expected` is the number of invoices in the last complete run. */
export type SquareRun = InferResponseType<typeof square.runs.$get>["runs"][number];

/** A webhook event. */
export type SquareEvent = InferResponseType<typeof square.events.$get>["events"][number];

/** Connection, current run and last comparison. Polled during a run. */
export function squareOverviewQuery() {
  return queryOptions({
    queryKey: ["square-overview"],
    queryFn: () => readJson(square.$get()),
    refetchInterval: (query) => (query.state.data?.running ? POLL_INTERVAL_MS : false),
  });
}

/** One page of sync runs, newest first. */
export function squareRunsQuery(page: number) {
  return queryOptions({
    queryKey: ["square-runs", page],
    queryFn: async (): Promise<ListPage<SquareRun>> => {
      const result = await readJson(square.runs.$get({ query: { page: String(page) } }));
      return { rows: result.runs, total: result.total, from: (page - 1) * PAGE_SIZE };
    },
  });
}

/** One page of Square's webhook events, newest first. An empty `show` selects all. */
export function squareEventsQuery({ show, page }: { show: string; page: number }) {
  return queryOptions({
    queryKey: ["square-events", show, page],
    queryFn: async (): Promise<ListPage<SquareEvent>> => {
      const query = { show: show || "all", page: String(page) };
      const result = await readJson(square.events.$get({ query }));
      return { rows: result.events, total: result.total, from: (page - 1) * PAGE_SIZE };
    },
  });
}

/** Compares all invoices with Square and syncs the differences. @throws {ApiError} with a message for the user. */
export async function compareWithSquare(onProgress: (seen: number) => void): Promise<SyncResult> {
  const { runId } = await readJson(square.compare.$post());
  return waitForSync(runId, onProgress);
}

/** Processes a webhook event again. */
export async function replayEvent(eventId: string): Promise<void> {
  await readJson(square.events[":id"].replay.$post({ param: { id: encodeURIComponent(eventId) } }));
}

/** A location of the connected Square account. */
export type SquareLocation = InferResponseType<typeof square.locations.$get>["locations"][number];

/** The locations of the connected Square account, read from Square. */
export function squareLocationsQuery() {
  return queryOptions({
    queryKey: ["square-locations"],
    queryFn: async () => (await readJson(square.locations.$get())).locations,
    staleTime: LOCATIONS_STALE_MS,
  });
}

/** Saves the locations whose new invoices are not imported. @throws {ApiError} */
export async function saveExcludedLocations(excludedLocationIds: string[]): Promise<void> {
  await readJson(square.locations.$put({ json: { excludedLocationIds } }));
}

/** Allows connecting a different Square account while this one has open invoices. */
export async function releaseAccount(merchantId: string): Promise<void> {
  await readJson(square.release.$post({ json: { merchantId } }));
}

/**
 * Disconnects Square.
 * @returns false if Square could not be reached to revoke access
 * @throws {ApiError}
 */
export async function disconnectSquare(): Promise<boolean> {
  const response = await readJson(squareApi.oauth.square.$post({ query: { action: "disconnect" } }));
  return "revokedAtProvider" in response && response.revokedAtProvider;
}
