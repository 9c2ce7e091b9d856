import { ApiError } from "#server/errors.ts";
import { liveConnection } from "#server/payments/connection.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import {
  failStaleRuns,
  queueRun,
  readRun,
  type SyncCause,
  type SyncRun,
} from "#server/payments/sync/sync-runs.ts";

const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 500;

/**
 * Queues a run: it exists if and only if its job does.
 * @throws Refusal 409 without a connection, and while another run is under way.
 */
export async function startSync(
  parts: PaymentParts,
  cause: SyncCause,
  adminId: string | null,
): Promise<string> {
  const runId = await parts.database.bypassingPolicies({ reason: "start a sync" }, async (query) => {
    if (!(await liveConnection(query))) throw new ApiError(409, "not_connected", "Square is not connected.");
    await failStaleRuns(query, parts.now());
    const id = await queueRun(query, cause, adminId, parts.now());
    // Tried once: a failed run is reported, and the next press of the button is a run of its own.
    if (id) await parts.jobs.add(query, "run-sync", { runId: id }, { maxAttempts: 1 });
    return id;
  });
  if (!runId) throw new ApiError(409, "already_running", "A synchronization is already running.");
  return runId;
}

/** How a run stands; null for an unknown one. */
export async function syncRun(parts: PaymentParts, runId: string): Promise<SyncRun | null> {
  return parts.database.bypassingPolicies({ reason: "look at a sync" }, async (query) => {
    await failStaleRuns(query, parts.now());
    return readRun(query, runId);
  });
}

/** Waits until a run has ended, at most so long, and tells how it stands then. */
export async function awaitSync(
  parts: PaymentParts,
  runId: string,
  longestMs: number,
): Promise<SyncRun | null> {
  const until = performance.now() + longestMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const run = await syncRun(parts, runId);
    if (!run || run.state === "succeeded" || run.state === "failed" || performance.now() >= until) return run;
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(pause, Math.max(0, until - performance.now()))),
    );
  }
}
