import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext, requireProvider } from "#server/payments/payment-context.ts";
import {
  failStaleRuns,
  findJoinableRun,
  getRun,
  hasRunSince,
  queueRun,
  type SyncCause,
  type SyncRun,
} from "#server/payments/sync/sync-runs.ts";

const MIN_POLL_INTERVAL_MS = 50;
const MAX_POLL_INTERVAL_MS = 500;
/** Clients can cause a sync this often. */
const MIN_CHECKOUT_SYNC_INTERVAL_MS = 5 * 60_000;

/**
 * Queues a run and its job in one transaction.
 * @throws {ApiError} 409 if SQUARE_MODE is off, no account is connected, or another run is in progress
 */
export function startSync(
  context: PaymentContext,
  cause: SyncCause,
  adminId: string | null,
): Promise<string> {
  return startRequiredSync(context, (query) => queueSync(context, query, cause, adminId));
}

/**
 * Queues a sync that an administrator requested, or joins a run with another cause, such as the first sync.
 * @throws {ApiError} 409 if SQUARE_MODE is off, no account is connected, or another requested sync is in progress
 */
export function startOrJoinSync(context: PaymentContext, adminId: string): Promise<string> {
  return startRequiredSync(context, async (query) => {
    const queueOrJoin = async () =>
      (await queueSync(context, query, "button", adminId)) ?? (await findJoinableRun(query));
    // The current run can end after it prevented a new one, and before it is joined. Then a new one can start.
    return (await queueOrJoin()) ?? (await queueOrJoin());
  });
}

async function startRequiredSync(
  context: PaymentContext,
  start: (query: Query) => Promise<string | null>,
): Promise<string> {
  requireProvider(context);
  const runId = await context.database.bypassPolicies({ reason: "start a sync" }, async (query) => {
    if (!(await getActiveConnection(query))) {
      throw new ApiError(409, "not_connected", "Square is not connected.");
    }
    return start(query);
  });
  if (!runId) {
    throw new ApiError(409, "already_running", "A sync is already running.");
  }
  return runId;
}

/** Queues a run and its job in the caller's transaction. @returns null if another run is in progress */
export async function queueSync(
  context: Pick<PaymentContext, "jobs" | "now">,
  query: Query,
  cause: SyncCause,
  adminId: string | null,
): Promise<string | null> {
  await failStaleRuns(query, context.now());
  const id = await queueRun(query, cause, adminId, context.now());
  // Do not retry. A failed run is reported, and an administrator can start a new one.
  if (id) {
    await context.jobs.add(query, "run-sync", { runId: id }, { maxAttempts: 1 });
  }
  return id;
}

/** Starts a scheduled comparison, unless no account is connected or another run is in progress. */
export async function startScheduledComparison(context: PaymentContext): Promise<void> {
  if (!hasProvider(context)) {
    return;
  }
  try {
    await startSync(context, "schedule", null);
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    context.log.info({ reason: error.code }, "scheduled comparison skipped");
  }
}

export type CheckoutSyncContext = Pick<PaymentContext, "provider" | "database" | "jobs" | "now">;

/**
 * Starts a sync for a client whose checkout is not confirmed, unless one was started in the last 5 minutes or no account is
 * connected.
 */
export async function startCheckoutSync(context: CheckoutSyncContext): Promise<void> {
  if (!context.provider) {
    return;
  }
  await context.database.bypassPolicies({ reason: "start a sync for an open checkout" }, async (query) => {
    const since = new Date(context.now().getTime() - MIN_CHECKOUT_SYNC_INTERVAL_MS);
    if ((await getActiveConnection(query)) && !(await hasRunSince(query, since))) {
      await queueSync(context, query, "checkout", null);
    }
  });
}

/** Returns a run with its progress, or null if the id is unknown. */
export async function getSyncRun(context: PaymentContext, runId: string): Promise<SyncRun | null> {
  if (!context.provider) {
    return null;
  }
  return context.database.bypassPolicies({ reason: "read a sync" }, async (query) => {
    await failStaleRuns(query, context.now());
    return getRun(query, runId);
  });
}

/** Waits up to `timeoutMs` for a run to finish, and returns the run. */
export async function waitForSync(
  context: PaymentContext,
  runId: string,
  timeoutMs: number,
): Promise<SyncRun | null> {
  const deadline = performance.now() + timeoutMs;
  for (
    let pollInterval = MIN_POLL_INTERVAL_MS;
    ;
    pollInterval = Math.min(pollInterval * 1.5, MAX_POLL_INTERVAL_MS)
  ) {
    const run = await getSyncRun(context, runId);
    if (!run || run.status === "succeeded" || run.status === "failed" || performance.now() >= deadline) {
      return run;
    }
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(pollInterval, Math.max(0, deadline - performance.now()))),
    );
  }
}
