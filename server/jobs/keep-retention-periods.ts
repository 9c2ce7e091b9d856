import type { RetentionPeriods } from "#domain/retention.ts";
import type { Query } from "#server/database.ts";
import { forgetInquiries } from "#server/forget-inquiries.ts";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

/** Deletes what is older than the settings say; each kind in a transaction of its own, so one that fails holds up none. */
export function keepRetentionPeriods({
  database,
  now,
  log,
}: Pick<Services, "database" | "now" | "log">): Job {
  return async () => {
    const failures: unknown[] = [];
    for (const [what, remove] of Object.entries(REMOVALS)) {
      try {
        const removed = await database.bypassingPolicies({ reason: `remove old ${what}` }, async (query) =>
          remove(query, await storedPeriods(query), now()),
        );
        if (removed > 0) log.info({ what, removed }, "removed what its retention period ended");
      } catch (cause) {
        log.error({ err: cause, what }, "a retention period could not be kept");
        failures.push(cause);
      }
    }
    // The queue tries again; what succeeded has nothing left to do then.
    if (failures.length > 0) throw new AggregateError(failures, "retention periods could not be kept");
  };
}

/** The periods in force. @throws when the row is missing, which no role can bring about. */
export async function storedPeriods(query: Query): Promise<RetentionPeriods> {
  const [periods] = await query<RetentionPeriods>("select * from public.retention_periods");
  if (!periods) throw new Error("there are no retention periods");
  return periods;
}

/** Deletes what is too old at `now`. @returns how many rows. */
type Removal = (query: Query, periods: RetentionPeriods, now: Date) => Promise<number>;

/** Rows of a table whose instant lies more than so many months back. Names are ours, never typed. */
function olderThan(table: string, instant: string, months: (periods: RetentionPeriods) => number): Removal {
  return async (query, periods, now) => {
    const [removed] = await query<{ rows: number }>(
      `with gone as (delete from ${table} where ${instant} < $1::timestamptz - make_interval(months => $2) returning 1)
       select count(*)::integer as rows from gone`,
      [now, months(periods)],
    );
    return removed?.rows ?? 0;
  };
}

const REMOVALS: Record<string, Removal> = {
  // No longer than was stated when it was sent, whatever the setting says today.
  async inquiries(query, periods, now) {
    const forgotten = await forgetInquiries(
      query,
      "created_at < $1::timestamptz - make_interval(months => least(kept_months, $2))",
      [now, periods.inquiry_months],
    );
    return forgotten.inquiries;
  },
  mails: olderThan("private.mail_outbox", "created_at", (periods) => periods.mail_months),
  "sign-in attempts": olderThan(
    "private.sign_in_attempts",
    "created_at",
    (periods) => periods.sign_in_attempt_months,
  ),
  // The table itself refuses to lose what is younger than a year.
  "audit entries": olderThan("public.audit_log", "at", (periods) => periods.audit_log_months),
  async sessions(query, periods, now) {
    const [removed] = await query<{ rows: number }>(
      `with gone as (
         delete from auth.sessions
          where greatest(created_at, updated_at, refreshed_at at time zone 'UTC')
              < $1::timestamptz - make_interval(days => $2) returning 1)
       select count(*)::integer as rows from gone`,
      [now, periods.session_days],
    );
    return removed?.rows ?? 0;
  },
};
