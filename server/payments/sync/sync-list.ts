import type { Query } from "#server/database.ts";
import type { Comparison } from "#server/payments/sync/compare-account.ts";
import type { SyncReport } from "#server/payments/sync/sync-account.ts";
import type { SyncCause, SyncRun } from "#server/payments/sync/sync-runs.ts";

/** A run as the list shows it; `expected` is how many the last whole run has seen. */
export type SyncSummary = {
  id: string;
  cause: SyncCause;
  state: SyncRun["state"];
  startedAt: Date;
  finishedAt: Date | null;
  requestedBy: string | null;
  resumed: number;
  seen: number;
  expected: number | null;
  report: Partial<SyncReport>;
  error: string | null;
  /** Of a comparing run: differences found, and those that are left. */
  found: number | null;
  left: number | null;
};

/** Runs, the newest first, and how many there are in all. `state` "running" includes those that wait to begin. */
export async function syncList(
  query: Query,
  { page, size, state }: { page: number; size: number; state?: "running" },
): Promise<{ runs: SyncSummary[]; total: number }> {
  const where = state ? "where run.state in ('queued', 'running')" : "";
  const runs = await query<SyncSummary>(
    `select run.id, run.cause, run.state, coalesce(run.started_at, run.created_at) as "startedAt",
            run.finished_at as "finishedAt", account.email as "requestedBy", run.resumed, run.seen,
            (select whole.seen from private.sync_runs as whole
              where whole.state = 'succeeded' and whole.created_at < run.created_at
              order by whole.created_at desc limit 1) as expected,
            run.report, run.error,
            (run.comparison ->> 'found')::integer as found, (run.comparison ->> 'left')::integer as "left"
       from private.sync_runs as run left join public.users as account on account.id = run.requested_by
       ${where}
      order by run.created_at desc, run.id limit $1 offset $2`,
    [size, (page - 1) * size],
  );
  const [counted] = await query<{ total: number }>(
    `select count(*)::integer as total from private.sync_runs as run ${where}`,
  );
  return { runs, total: counted?.total ?? 0 };
}

/** What the last comparing run has found; null before the first. */
export async function readComparison(
  query: Query,
): Promise<({ runId: string; at: Date } & Comparison) | null> {
  const [row] = await query<{ id: string; finished_at: Date; comparison: Comparison }>(
    `select id, finished_at, comparison from private.sync_runs
      where comparison is not null and state = 'succeeded' order by finished_at desc limit 1`,
  );
  return row ? { runId: row.id, at: row.finished_at, ...row.comparison } : null;
}
