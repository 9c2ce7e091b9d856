import type { SyncReport } from "#domain/square/sync-report.ts";
import type { JobAttempt } from "#server/jobs/queue/job.ts";
import { StoppedError, untilAborted } from "#server/lifecycle/until-aborted.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import { endConnectionWithAlert } from "#server/payments/connection/connection-alerts.ts";
import {
  type Connection,
  getActiveConnection,
  setLastError,
} from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext } from "#server/payments/payment-context.ts";
import { queuePendingPlanEndings } from "#server/payments/plans/queue-plan-ending.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { createAccountComparison } from "#server/payments/sync/compare-account.ts";
import type { ComparisonReport } from "#server/payments/sync/invoice-difference.ts";
import { createOutagePause } from "#server/payments/sync/outage-pause.ts";
import { syncAccount } from "#server/payments/sync/sync-account.ts";
import {
  finishRun,
  recordProgress,
  requeueRun,
  type SyncCause,
  saveComparison,
  startRun,
} from "#server/payments/sync/sync-runs.ts";

const HEARTBEAT_INTERVAL_MS = 15_000;
/** Progress is stored at most this often, because a batch takes less time to store than a person can notice. */
const PROGRESS_INTERVAL_MS = 500;
/**
 * Enough for tens of thousands of invoices. A run that takes longer, excluding its pauses, fails with a timeout, because
 * the provider responds too slowly.
 */
const MAX_RUN_MS = 20 * 60_000;

/**
 * Runs that also compare the portal with Square. Other runs skip the slower comparison, because an administrator is
 * waiting.
 */
const COMPARING_CAUSES: readonly SyncCause[] = ["schedule", "comparison"];

/** Thrown when another process has marked the run as failed. */
class RunAbandonedError extends Error {
  override name = "RunAbandonedError";
}

/**
 * Executes a queued run. A failure is stored for the dashboard instead of thrown. A run in progress at shutdown is
 * requeued for another process or the next start.
 */
export async function runSync(
  context: PaymentContext,
  runId: string,
  attempt: Partial<JobAttempt> = {},
): Promise<void> {
  if (!hasProvider(context)) {
    return;
  }
  const { database, log, now } = context;
  const startedAt = now();
  const run = await database.bypassPolicies({ reason: "start a sync" }, async (query) => {
    const cause = await startRun(query, runId, startedAt);
    return cause && { cause, connection: await getActiveConnection(query) };
  });
  if (!run) {
    return;
  }
  let previousHeartbeat: Promise<unknown> = Promise.resolve();
  // Send one heartbeat after the other, so that an older one cannot overwrite the state of a newer one.
  const sendHeartbeat = (report: SyncReport | null) => {
    const heartbeat = previousHeartbeat.then(() =>
      database.bypassPolicies({ reason: "report a sync's progress" }, (query) =>
        recordProgress(query, runId, now(), { report, pausedUntil: pause.pausedUntil() }),
      ),
    );
    previousHeartbeat = heartbeat.catch(() => {});
    return heartbeat;
  };
  const sendHeartbeatInBackground = () => {
    sendHeartbeat(null).catch((error: unknown) =>
      log.warn({ err: error, run: runId }, "failed to store a sync heartbeat"),
    );
  };
  const pause = createOutagePause({
    limits: context.pauseLimits,
    now,
    stopSignal: attempt.shutdownSignal,
    onChange: sendHeartbeatInBackground,
  });
  // Send heartbeats on a timer, because a single slow response may take longer than the heartbeat timeout.
  const heartbeatTimer = setInterval(sendHeartbeatInBackground, HEARTBEAT_INTERVAL_MS);
  try {
    if (!run.connection) {
      throw new ProviderError("access-revoked");
    }
    const account = openAccount(context, run.connection, pause);
    const comparison = COMPARING_CAUSES.includes(run.cause)
      ? createAccountComparison(database, account, run.connection.merchant_id)
      : undefined;
    let nextProgressAt = 0;
    const onProgress = async (progress: SyncReport) => {
      if (attempt.stopSignal?.aborted) {
        throw new StoppedError();
      }
      if (now().getTime() - startedAt.getTime() - pause.totalMs() > MAX_RUN_MS) {
        throw new ProviderError("timeout");
      }
      if (now().getTime() < nextProgressAt) {
        return;
      }
      nextProgressAt = now().getTime() + PROGRESS_INTERVAL_MS;
      if (!(await sendHeartbeat(progress))) {
        throw new RunAbandonedError("the run was marked as failed");
      }
    };
    const report = await untilAborted(
      syncAccount(database, account, onProgress, comparison),
      attempt.stopSignal,
    );
    await finishSucceeded(context, runId, run.connection, report, comparison?.report() ?? null, startedAt);
  } catch (error) {
    if (error instanceof StoppedError) {
      await requeue(context, runId);
    } else {
      await finishFailed(context, runId, run.connection, error);
    }
  } finally {
    clearInterval(heartbeatTimer);
  }
}

async function requeue({ database, jobs, log, now }: PaymentContext, runId: string): Promise<void> {
  await database.bypassPolicies({ reason: "requeue a sync" }, async (query) => {
    if (await requeueRun(query, runId, now())) {
      await jobs.add(query, "run-sync", { runId }, { maxAttempts: 1 });
    }
  });
  log.info({ run: runId }, "sync requeued for shutdown");
}

async function finishSucceeded(
  { database, jobs, log, now }: PaymentContext,
  runId: string,
  connection: Connection,
  report: SyncReport,
  comparison: ComparisonReport | null,
  startedAt: Date,
): Promise<void> {
  await database.bypassPolicies({ reason: "finish a sync" }, async (query) => {
    await recordProgress(query, runId, now(), { report, pausedUntil: null });
    if (comparison) {
      await saveComparison(query, runId, comparison);
    }
    if (!(await finishRun(query, runId, now(), null))) {
      return;
    }
    // Store the start time, because the data may be as old as the start of the run.
    await query(
      `insert into public.provider_status (provider, last_synced_at) values ('square', $1)
       on conflict (provider) do update
          set last_synced_at = greatest(provider_status.last_synced_at, excluded.last_synced_at)`,
      [startedAt],
    );
    await query(
      "update private.provider_connections set last_synced_at = $2, last_error = null where id = $1",
      [connection.id, startedAt],
    );
    await queuePendingPlanEndings({ jobs }, query);
  });
  const { rejected, unmatchedInvoices, subscriptions, ...counts } = report;
  log.info({ run: runId, ...counts }, "sync succeeded");
  if (comparison && comparison.left > 0) {
    log.warn(
      { run: runId, found: comparison.found, left: comparison.left },
      "portal and Square still differ after a sync",
    );
  }
}

async function finishFailed(
  context: PaymentContext,
  runId: string,
  connection: Connection | null,
  error: unknown,
): Promise<void> {
  const { database, log, now } = context;
  const isProviderError = error instanceof ProviderError;
  const message = isProviderError ? error.message : "Something went wrong on our side.";
  if (isProviderError || error instanceof RunAbandonedError) {
    log.warn({ err: error, run: runId }, "sync failed");
  } else {
    log.error({ err: error, run: runId }, "sync failed");
  }
  await database.bypassPolicies({ reason: "finish a sync" }, async (query) => {
    await finishRun(query, runId, now(), message);
    if (!connection) {
      return;
    }
    // Change only the connection that the run used. Another process may have ended it, or an administrator may have
    // reconnected.
    const current = await getActiveConnection(query, "for update");
    if (
      current?.id !== connection.id ||
      current.connected_at.getTime() !== connection.connected_at.getTime()
    ) {
      return;
    }
    if (isProviderError && error.endsConnection) {
      await endConnectionWithAlert(query, context, connection, message);
    } else {
      await setLastError(query, connection.id, message);
    }
  });
}
