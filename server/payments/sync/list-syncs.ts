import { type Instant, toInstant } from "#domain/dates/instant.ts";
import type { SyncReport } from "#domain/square/sync-report.ts";
import type { Query } from "#server/database/database.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import type { ComparisonReport } from "#server/payments/sync/invoice-difference.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

/** A listed sync run. `expected` is the number of invoices that the previous successful run read. */
type SyncSummary = {
  id: string;
  cause: ClosedSets["private.sync_runs.cause"];
  status: ClosedSets["private.sync_runs.status"];
  startedAt: Instant;
  finishedAt: Instant | null;
  requestedBy: string | null;
  resumed: number;
  seen: number;
  expected: number | null;
  report: Partial<SyncReport>;
  error: string | null;
  /** When a paused sync sends its next request. Null if it is not paused. */
  pausedUntil: Instant | null;
  /** Only for comparisons: the differences found, and those left after the run. */
  found: number | null;
  left: number | null;
};

/** Lists runs, newest first, with the total count. */
export async function listSyncs(
  { database, provider }: PaymentContext,
  options: { page: number; size: number },
): Promise<{ runs: SyncSummary[]; total: number }> {
  if (!provider) {
    return { runs: [], total: 0 };
  }
  return database.bypassPolicies({ reason: "show the syncs" }, (query) => querySyncs(query, options));
}

/** Like `listSyncs`, but in the caller's transaction. The status "running" includes queued runs. */
export async function querySyncs(
  query: Query,
  { page, size, status }: { page: number; size: number; status?: "running" },
): Promise<{ runs: SyncSummary[]; total: number }> {
  const where = status ? "where run.status in ('queued', 'running')" : "";
  const rows = await query(
    `select run.id, run.cause, run.status, coalesce(run.started_at, run.created_at) as "startedAt",
            run.finished_at as "finishedAt", account.email as "requestedBy", run.resumed, run.seen,
            (select previous.seen from private.sync_runs as previous
              where previous.status = 'succeeded' and previous.created_at < run.created_at
              order by previous.created_at desc limit 1) as expected,
            run.report, run.error,
            case when run.status = 'running' then run.paused_until end as "pausedUntil",
            (run.comparison ->> 'found')::integer as found, (run.comparison ->> 'left')::integer as "left"
       from private.sync_runs as run left join public.users as account on account.id = run.requested_by
       ${where}
      order by run.created_at desc, run.id limit $1 offset $2`,
    [size, (page - 1) * size],
  );
  const [count] = await query(`select count(*)::integer as total from private.sync_runs as run ${where}`);
  const runs = rows.map((row) => ({
    ...row,
    startedAt: toInstant(row.startedAt),
    finishedAt: toInstant(row.finishedAt),
    pausedUntil: toInstant(row.pausedUntil),
  }));
  return { runs, total: count?.total ?? 0 };
}

/** Returns the result of the latest comparison, or null if there is none yet. */
export async function getLatestComparison(
  query: Query,
): Promise<({ runId: string; at: Instant } & ComparisonReport) | null> {
  const [row] = await query(
    `select id, finished_at, comparison from private.sync_runs
      where comparison is not null and status = 'succeeded' and finished_at is not null order by finished_at desc limit 1`,
  );
  return row ? { runId: row.id, at: toInstant(row.finished_at), ...row.comparison } : null;
}
