import type { SyncReport } from "#domain/square/sync-report.ts";
import type { Query } from "#server/database/database.ts";
import type { ComparisonReport } from "#server/payments/sync/invoice-difference.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

/** Why a sync run was started. */
export type SyncCause = ClosedSets["private.sync_runs.cause"];

/** A stored sync run. `report` is empty before the first batch. */
export type SyncRun = {
  id: string;
  status: ClosedSets["private.sync_runs.status"];
  seen: number;
  report: Partial<SyncReport>;
  error: string | null;
};

/** A run without a heartbeat for this long is considered abandoned. */
const STALE_AFTER_SECONDS = 120;

/** Marks abandoned runs as failed, so that they do not block new runs. */
export async function failStaleRuns(query: Query, now: Date): Promise<void> {
  await query(
    `update private.sync_runs
        set status = 'failed', error = 'The sync was interrupted.', finished_at = $1
      where provider = 'square' and status in ('queued', 'running')
        and coalesce(heartbeat_at, created_at) < $1::timestamptz - make_interval(secs => $2)`,
    [now, STALE_AFTER_SECONDS],
  );
}

/** @returns the new run's id, or null if another run is queued or running */
export async function queueRun(
  query: Query,
  cause: SyncCause,
  adminId: string | null,
  now: Date,
): Promise<string | null> {
  const [row] = await query(
    `insert into private.sync_runs (cause, requested_by, created_at) values ($1, $2, $3)
     on conflict (provider) where status in ('queued', 'running') do nothing
     returning id`,
    [cause, adminId, now],
  );
  return row?.id ?? null;
}

/** Returns the id of the current run, or null if there is none or an administrator requested it. */
export async function findJoinableRun(query: Query): Promise<string | null> {
  const [row] = await query(
    `select id from private.sync_runs
      where provider = 'square' and status in ('queued', 'running') and cause <> 'button'`,
  );
  return row?.id ?? null;
}

/** Whether a run was requested after this time. */
export async function hasRunSince(query: Query, since: Date): Promise<boolean> {
  const [row] = await query(
    "select exists (select from private.sync_runs where provider = 'square' and created_at > $1) as has_run",
    [since],
  );
  return row?.has_run ?? false;
}

/** Starts a queued run. @returns its cause, or null if it is no longer queued */
export async function startRun(query: Query, id: string, now: Date): Promise<SyncCause | null> {
  const [row] = await query(
    `update private.sync_runs set status = 'running', started_at = $2, heartbeat_at = $2, paused_until = null
      where id = $1 and status = 'queued' returning cause`,
    [id, now],
  );
  return row?.cause ?? null;
}

export async function saveComparison(query: Query, id: string, comparison: ComparisonReport): Promise<void> {
  await query("update private.sync_runs set comparison = $2 where id = $1", [id, JSON.stringify(comparison)]);
}

/** Stores a heartbeat and the run's progress. @returns false if the run is no longer running */
export async function recordProgress(
  query: Query,
  id: string,
  now: Date,
  { report, pausedUntil }: { report: SyncReport | null; pausedUntil: Date | null },
): Promise<boolean> {
  const rows = await query(
    `update private.sync_runs
        set heartbeat_at = $2, seen = coalesce(($3::jsonb ->> 'seen')::integer, seen), report = coalesce($3, report),
            paused_until = $4
      where id = $1 and status = 'running' returning id`,
    [id, now, report === null ? null : JSON.stringify(report), pausedUntil],
  );
  return rows.length === 1;
}

/** Marks a run as succeeded, or as failed with `error`. @returns false if it is no longer running */
export async function finishRun(query: Query, id: string, now: Date, error: string | null): Promise<boolean> {
  const rows = await query(
    `update private.sync_runs set status = $3, error = $4, finished_at = $2
      where id = $1 and status = 'running' returning id`,
    [id, now, error === null ? "succeeded" : "failed", error],
  );
  return rows.length === 1;
}

/** Requeues a running run. @returns false if it is no longer running */
export async function requeueRun(query: Query, id: string, now: Date): Promise<boolean> {
  const rows = await query(
    `update private.sync_runs set status = 'queued', heartbeat_at = $2
      where id = $1 and status = 'running' returning id`,
    [id, now],
  );
  return rows.length === 1;
}

export async function getRun(query: Query, id: string): Promise<SyncRun | null> {
  const [row] = await query("select id, status, seen, report, error from private.sync_runs where id = $1", [
    id,
  ]);
  return row ?? null;
}
