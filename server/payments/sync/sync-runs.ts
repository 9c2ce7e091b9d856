import type { Query } from "#server/database.ts";
import type { Comparison } from "#server/payments/sync/compare-account.ts";
import type { SyncReport } from "#server/payments/sync/sync-account.ts";

/** A run by schedule and one by Compare also compare both sides. */
export type SyncCause = "button" | "schedule" | "comparison" | "demonstration";

/** One synchronization as stored. `report` is empty before the first batch. */
export type SyncRun = {
  id: string;
  state: "queued" | "running" | "succeeded" | "failed";
  seen: number;
  report: Partial<SyncReport>;
  error: string | null;
};

/** A run that has not been heard of for so long has lost its process. */
const STALE_SECONDS = 120;

/** Marks runs whose process is gone as failed, so that they block nobody. */
export async function failStaleRuns(query: Query, now: Date): Promise<void> {
  await query(
    `update private.sync_runs
        set state = 'failed', error = 'The synchronization was interrupted.', finished_at = $1
      where provider = 'square' and state in ('queued', 'running')
        and coalesce(heartbeat_at, created_at) < $1::timestamptz - make_interval(secs => $2)`,
    [now, STALE_SECONDS],
  );
}

/** @returns the new run's id; null while another one is under way. */
export async function queueRun(
  query: Query,
  cause: SyncCause,
  adminId: string | null,
  now: Date,
): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    `insert into private.sync_runs (cause, requested_by, created_at) values ($1, $2, $3)
     on conflict (provider) where state in ('queued', 'running') do nothing
     returning id`,
    [cause, adminId, now],
  );
  return row?.id ?? null;
}

/** Takes a queued run. @returns its cause; null when it was taken, or given up, before. */
export async function beginRun(query: Query, id: string, now: Date): Promise<SyncCause | null> {
  const [row] = await query<{ cause: SyncCause }>(
    `update private.sync_runs set state = 'running', started_at = $2, heartbeat_at = $2
      where id = $1 and state = 'queued' returning cause`,
    [id, now],
  );
  return row?.cause ?? null;
}

/** Files what a comparing run has found. */
export async function storeComparison(query: Query, id: string, comparison: Comparison): Promise<void> {
  await query("update private.sync_runs set comparison = $2 where id = $1", [id, JSON.stringify(comparison)]);
}

/** Says that a run is alive, and how far it is. @returns false when it has been given up. */
export async function reportRun(
  query: Query,
  id: string,
  now: Date,
  report: SyncReport | null,
): Promise<boolean> {
  const rows = await query(
    `update private.sync_runs
        set heartbeat_at = $2, seen = coalesce(($3::jsonb ->> 'seen')::integer, seen), report = coalesce($3, report)
      where id = $1 and state = 'running' returning id`,
    [id, now, report === null ? null : JSON.stringify(report)],
  );
  return rows.length === 1;
}

/** Ends a running run. @returns false when it had been given up. */
export async function endRun(query: Query, id: string, now: Date, error: string | null): Promise<boolean> {
  const rows = await query(
    `update private.sync_runs set state = $3, error = $4, finished_at = $2
      where id = $1 and state = 'running' returning id`,
    [id, now, error === null ? "succeeded" : "failed", error],
  );
  return rows.length === 1;
}

/** Puts a running run back to where it waits to be taken. @returns false when it had been given up. */
export async function requeueRun(query: Query, id: string, now: Date): Promise<boolean> {
  const rows = await query(
    `update private.sync_runs set state = 'queued', heartbeat_at = $2
      where id = $1 and state = 'running' returning id`,
    [id, now],
  );
  return rows.length === 1;
}

export async function readRun(query: Query, id: string): Promise<SyncRun | null> {
  const [row] = await query<SyncRun>(
    "select id, state, seen, report, error from private.sync_runs where id = $1",
    [id],
  );
  return row ?? null;
}
