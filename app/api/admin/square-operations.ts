import { queryOptions } from "@tanstack/react-query";
import { type ListPage, PAGE_SIZE } from "#app/api/admin/list-page.ts";
import { type SyncResult, waitForSync } from "#app/api/admin/square-connection.ts";
import { callApi } from "#app/api/client/call-api.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

const SQUARE_PATH = "/api/admin/square";

const POLL_INTERVAL_MS = 2000;

type InvoiceIssue = { invoice: string; reason: string };

/** Result of a sync run: counts, and the invoices that need review. Incomplete until the run has finished. */
export type RunReport = {
  synced?: number;
  new?: number;
  changed?: number;
  unchanged?: number;
  drafts?: number;
  unmatched?: number;
  unmatchedInvoices?: InvoiceIssue[];
  rejectedCount?: number;
  rejected?: InvoiceIssue[];
  subscriptions?: {
    seen: number;
    new: number;
    changed: number;
    unchanged: number;
    unmatched: number;
    rejected: { subscription: string; reason: string }[];
  };
};

/** A sync run. `expected` is the number of invoices in the last complete run. Timestamps are ISO strings. */
export type SquareRun = {
  id: string;
  cause: ClosedSets["private.sync_runs.cause"];
  state: ClosedSets["private.sync_runs.state"];
  startedAt: string;
  finishedAt: string | null;
  requestedBy: string | null;
  resumed: number;
  seen: number;
  expected: number | null;
  report: RunReport;
  error: string | null;
  found: number | null;
  left: number | null;
};

/** One side of a comparison, in cents. */
export type SideTotals = { invoices: number; amountCents: number; paidCents: number; versions: number };

export type SquareComparison = {
  at: string;
  square: SideTotals;
  before: SideTotals;
  portal: SideTotals;
  found: number;
  left: number;
  differences: { invoice: string; kind: string; details: string; isFixed: boolean }[];
};

export type SquareOverview = {
  connection: {
    scopes: string[];
    connectedAt: string;
    connectedBy: string | null;
    renewedAt: string;
  } | null;
  former: {
    merchantId: string;
    merchantName: string;
    openInvoices: number;
    asOf: string | null;
    isReleased: boolean;
  }[];
  running: SquareRun | null;
  comparison: SquareComparison | null;
  failingEvents: number;
};

export type SquareEvent = {
  id: string;
  type: string;
  subject: string | null;
  receivedAt: string;
  processedAt: string | null;
  outcome: string | null;
  attempts: number;
};

/** Connection, current run and last comparison. Polled during a run. */
export function squareOverviewQuery() {
  return queryOptions({
    queryKey: ["square-overview"],
    queryFn: () => callApi<SquareOverview>("admin", SQUARE_PATH),
    refetchInterval: (query) => (query.state.data?.running ? POLL_INTERVAL_MS : false),
  });
}

/** One page of sync runs, newest first. */
export function squareRunsQuery(page: number) {
  return queryOptions({
    queryKey: ["square-runs", page],
    queryFn: async (): Promise<ListPage<SquareRun>> => {
      const found = await callApi<{ runs: SquareRun[]; total: number }>(
        "admin",
        `${SQUARE_PATH}/runs?page=${page}`,
      );
      return { rows: found.runs, total: found.total, from: (page - 1) * PAGE_SIZE };
    },
  });
}

/** One page of Square's webhook events, newest first. An empty `show` selects all. */
export function squareEventsQuery({ show, page }: { show: string; page: number }) {
  return queryOptions({
    queryKey: ["square-events", show, page],
    queryFn: async (): Promise<ListPage<SquareEvent>> => {
      const params = new URLSearchParams({ show: show || "all", page: String(page) });
      const found = await callApi<{ events: SquareEvent[]; total: number }>(
        "admin",
        `${SQUARE_PATH}/events?${params}`,
      );
      return { rows: found.events, total: found.total, from: (page - 1) * PAGE_SIZE };
    },
  });
}

/** Compares all invoices with Square and syncs the differences. @throws {ApiError} with a message for the user. */
export async function compareWithSquare(onProgress: (seen: number) => void): Promise<SyncResult> {
  const { runId } = await callApi<{ runId: string }>("admin", `${SQUARE_PATH}/compare`, { method: "POST" });
  return waitForSync(runId, onProgress);
}

/** Processes a webhook event again. */
export async function replayEvent(eventId: string): Promise<void> {
  await callApi("admin", `${SQUARE_PATH}/events/${encodeURIComponent(eventId)}/replay`, { method: "POST" });
}

/** Allows connecting a different Square account although invoices of this one are still open. */
export async function releaseAccount(merchantId: string): Promise<void> {
  await callApi("admin", `${SQUARE_PATH}/release`, { method: "POST", body: { merchantId } });
}

/**
 * Ends the connection.
 * @returns false if Square could not be reached to revoke access
 * @throws {ApiError}
 */
export async function disconnectSquare(): Promise<boolean> {
  const { revokedAtProvider } = await callApi<{ revokedAtProvider: boolean }>(
    "admin",
    "/api/oauth/square?action=disconnect",
    { method: "POST" },
  );
  return revokedAtProvider;
}
