import { openAccount } from "#server/payments/account-access.ts";
import { loseConnection } from "#server/payments/alarm.ts";
import { type Connection, liveConnection, noteError } from "#server/payments/connection.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { type Comparison, compareAccount } from "#server/payments/sync/compare-account.ts";
import { type SyncReport, syncAccount } from "#server/payments/sync/sync-account.ts";
import {
  beginRun,
  endRun,
  reportRun,
  requeueRun,
  type SyncCause,
  storeComparison,
} from "#server/payments/sync/sync-runs.ts";
import { Stopped, untilStopped } from "#server/until-stopped.ts";

const HEARTBEAT_MS = 15_000;
/** Enough for tens of thousands of invoices; a provider that answers slowly and for ever is given up. */
const LONGEST_RUN_MS = 20 * 60_000;

/** Runs that nobody waits for at a button also tell how far portal and Square had drifted apart. */
const COMPARES: readonly SyncCause[] = ["schedule", "comparison"];

/** Thrown inside a run that another process has declared dead, or that takes too long. */
class GivenUp extends Error {
  override name = "GivenUp";
}

/**
 * Carries out a queued run. Its failure is the run's state, with a sentence for the dashboard; nothing is thrown. One
 * that is under way when the product stops is queued again, for another process or the next start.
 */
export async function runSync(parts: PaymentParts, runId: string, stopping?: AbortSignal): Promise<void> {
  const { database, log, now } = parts;
  const started = now();
  const begun = await database.bypassingPolicies({ reason: "begin a sync" }, async (query) => {
    const cause = await beginRun(query, runId, started);
    return cause && { cause, live: await liveConnection(query) };
  });
  if (!begun) return;
  const beat = (report: SyncReport | null) =>
    database.bypassingPolicies({ reason: "report a sync's progress" }, (query) =>
      reportRun(query, runId, now(), report),
    );
  // One slow answer may take longer than a run may be silent.
  const heartbeat = setInterval(() => {
    beat(null).catch((cause: unknown) =>
      log.warn({ err: cause, run: runId }, "heartbeat of a sync not stored"),
    );
  }, HEARTBEAT_MS);
  try {
    if (!begun.live) throw new ProviderError("access-revoked");
    const account = openAccount(parts, begun.live);
    const comparison = COMPARES.includes(begun.cause)
      ? compareAccount(database, account, begun.live.merchant_id)
      : undefined;
    const onProgress = async (progress: SyncReport) => {
      if (stopping?.aborted) throw new Stopped();
      if (now().getTime() - started.getTime() > LONGEST_RUN_MS) throw new ProviderError("timeout");
      if (!(await beat(progress))) throw new GivenUp("the run was declared dead");
    };
    const report = await untilStopped(syncAccount(database, account, onProgress, comparison), stopping);
    await succeed(parts, runId, begun.live, report, comparison?.report() ?? null, started);
  } catch (cause) {
    if (cause instanceof Stopped) await putBack(parts, runId);
    else await fail(parts, runId, begun.live, cause);
  } finally {
    clearInterval(heartbeat);
  }
}

async function putBack({ database, jobs, log, now }: PaymentParts, runId: string): Promise<void> {
  await database.bypassingPolicies({ reason: "put a sync back" }, async (query) => {
    if (await requeueRun(query, runId, now()))
      await jobs.add(query, "run-sync", { runId }, { maxAttempts: 1 });
  });
  log.info({ run: runId }, "sync put back, as the product stops");
}

async function succeed(
  { database, log, now }: PaymentParts,
  runId: string,
  connection: Connection,
  report: SyncReport,
  comparison: Comparison | null,
  started: Date,
): Promise<void> {
  await database.bypassingPolicies({ reason: "end a sync" }, async (query) => {
    await reportRun(query, runId, now(), report);
    if (comparison) await storeComparison(query, runId, comparison);
    if (!(await endRun(query, runId, now(), null))) return;
    // What was read is as old as the run's beginning.
    await query(
      `insert into public.provider_status (provider, last_synced_at) values ('square', $1)
       on conflict (provider) do update
          set last_synced_at = greatest(provider_status.last_synced_at, excluded.last_synced_at)`,
      [started],
    );
    await query(
      "update private.provider_connections set last_synced_at = $2, last_error = null where id = $1",
      [connection.id, started],
    );
  });
  const { refused, unmatchedInvoices, subscriptions, ...counts } = report;
  log.info({ run: runId, ...counts }, "sync succeeded");
  if (comparison && comparison.left > 0)
    log.warn({ run: runId, found: comparison.found, left: comparison.left }, "portal and Square differ");
}

async function fail(
  parts: PaymentParts,
  runId: string,
  connection: Connection | null,
  cause: unknown,
): Promise<void> {
  const { database, log, now } = parts;
  const isTheirs = cause instanceof ProviderError;
  const sentence = isTheirs ? cause.message : "Something went wrong on our side.";
  if (isTheirs || cause instanceof GivenUp) log.warn({ err: cause, run: runId }, "sync failed");
  else log.error({ err: cause, run: runId }, "sync failed");
  await database.bypassingPolicies({ reason: "end a sync" }, async (query) => {
    await endRun(query, runId, now(), sentence);
    if (!connection) return;
    // Another process may have ended it meanwhile, or the seller has connected anew.
    const live = await liveConnection(query, "change");
    if (live?.id !== connection.id || live.connected_at.getTime() !== connection.connected_at.getTime())
      return;
    if (isTheirs && cause.endsConnection) await loseConnection(query, parts, connection, sentence);
    else await noteError(query, connection.id, sentence);
  });
}
