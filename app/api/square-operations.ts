import { queryOptions } from "@tanstack/react-query";
import { type ListPage, ROWS_A_PAGE } from "#app/api/admin-list.ts";
import { type SyncResult, untilSynced } from "#app/api/admin-square.ts";
import { callApi } from "#app/api/api.ts";

const SQUARE = "/api/admin/square";
/** Milliseconds between two looks at a run that is under way. */
const LOOK_EVERY = 2000;

type NamedInvoice = { invoice: string; reason: string };

/** What a run did: counts, and the invoices that need a person. Not everything is there before it has ended. */
export type RunReport = {
  synced?: number;
  new?: number;
  changed?: number;
  unchanged?: number;
  drafts?: number;
  unmatched?: number;
  unmatchedInvoices?: NamedInvoice[];
  refusedCount?: number;
  refused?: NamedInvoice[];
  subscriptions?: {
    seen: number;
    new: number;
    changed: number;
    unchanged: number;
    unmatched: number;
    refused: { subscription: string; reason: string }[];
  };
};

/** A synchronization; instants are ISO texts. `expected` is how many invoices the last whole one has seen. */
export type SquareRun = {
  id: string;
  cause: string;
  state: "queued" | "running" | "succeeded" | "failed";
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
  differences: { invoice: string; kind: string; what: string; isMended: boolean }[];
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
    isLetGo: boolean;
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

/** Connection, run under way and last comparison; asked again and again while a run is under way. */
export function squareOverview() {
  return queryOptions({
    queryKey: ["square-overview"],
    queryFn: () => callApi<SquareOverview>("admin", SQUARE),
    refetchInterval: (query) => (query.state.data?.running ? LOOK_EVERY : false),
  });
}

/** One page of the runs, the newest first, counted from 1. */
export function squareRuns(page: number) {
  return queryOptions({
    queryKey: ["square-runs", page],
    queryFn: async (): Promise<ListPage<SquareRun>> => {
      const found = await callApi<{ runs: SquareRun[]; total: number }>(
        "admin",
        `${SQUARE}/runs?page=${page}`,
      );
      return { rows: found.runs, total: found.total, from: (page - 1) * ROWS_A_PAGE };
    },
  });
}

/** One page of Square's events, the newest first; `show` is "" for all of them. */
export function squareEvents({ show, page }: { show: string; page: number }) {
  return queryOptions({
    queryKey: ["square-events", show, page],
    queryFn: async (): Promise<ListPage<SquareEvent>> => {
      const asked = new URLSearchParams({ show: show || "all", page: String(page) });
      const found = await callApi<{ events: SquareEvent[]; total: number }>(
        "admin",
        `${SQUARE}/events?${asked}`,
      );
      return { rows: found.events, total: found.total, from: (page - 1) * ROWS_A_PAGE };
    },
  });
}

/** Compares both sides, which syncs what differs. @throws ApiFailure with the reason in words. */
export async function compareWithSquare(onProgress: (seen: number) => void): Promise<SyncResult> {
  const { runId } = await callApi<{ runId: string }>("admin", `${SQUARE}/compare`, { method: "POST" });
  return untilSynced(runId, onProgress);
}

/** Has an event dealt with once more. */
export async function replayEvent(eventId: string): Promise<void> {
  await callApi("admin", `${SQUARE}/events/${encodeURIComponent(eventId)}/replay`, { method: "POST" });
}

/** Agrees that another account is connected although open invoices of this one are stored. */
export async function letGoOf(merchantId: string): Promise<void> {
  await callApi("admin", `${SQUARE}/let-go`, { method: "POST", body: { merchantId } });
}

/** Ends the connection. @returns false when Square could not be told. */
export async function disconnectSquare(): Promise<boolean> {
  const { toldProvider } = await callApi<{ toldProvider: boolean }>(
    "admin",
    "/api/oauth/square?action=disconnect",
    { method: "POST" },
  );
  return toldProvider;
}
