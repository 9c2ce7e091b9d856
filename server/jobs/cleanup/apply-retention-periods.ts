import type { RetentionPeriods } from "#domain/firm/retention.ts";
import type { Query } from "#server/database/database.ts";
import { getRetentionPeriods } from "#server/jobs/cleanup/retention-periods.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { eraseExpiredInquiries } from "#server/privacy/erase-inquiries.ts";
import type { Services } from "#server/services.ts";

/** Deletes expired records. Each kind has its own transaction, so that one failure does not affect the others. */
export function createApplyRetentionPeriodsJob({
  database,
  now,
  log,
}: Pick<Services, "database" | "now" | "log">): JobHandler {
  return async () => {
    const failures: unknown[] = [];
    for (const [kind, deleteExpired] of Object.entries(DELETIONS)) {
      try {
        const deletedCount = await database.bypassPolicies(
          { reason: `delete expired ${kind}` },
          async (query) => deleteExpired(query, await getRetentionPeriods(query), now()),
        );
        if (deletedCount > 0) {
          log.info({ kind, deleted: deletedCount }, "deleted expired records");
        }
      } catch (error) {
        log.error({ err: error, kind }, "expired records not deleted");
        failures.push(error);
      }
    }
    // Throw, so that the queue retries. By then, kinds that succeeded have nothing left to delete.
    if (failures.length > 0) {
      throw new AggregateError(failures, "some expired records were not deleted");
    }
  };
}

/** Deletes the records that have expired at `now`, and returns how many. */
type Deletion = (query: Query, periods: RetentionPeriods, now: Date) => Promise<number>;

/** The table and timestamp column of each kind, as part of a DELETE statement. */
const AGED_TABLES = {
  emails: "private.email_outbox where created_at",
  signInAttempts: "private.sign_in_attempts where created_at",
  auditEntries: "public.audit_log where at",
  clientActivity: "public.client_activity where at",
} as const;

function deleteOlderThan(
  records: keyof typeof AGED_TABLES,
  months: (periods: RetentionPeriods) => number,
): Deletion {
  return async (query, periods, now) => {
    const [deleted] = await query(
      `with deleted as (delete from ${AGED_TABLES[records]} < $1::timestamptz - make_interval(months => $2) returning 1)
       select count(*)::integer as rows from deleted`,
      [now, months(periods)],
    );
    return deleted?.rows ?? 0;
  };
}

const DELETIONS: Record<string, Deletion> = {
  // An inquiry is never kept longer than the period published when it was sent.
  async inquiries(query, periods, now) {
    const erased = await eraseExpiredInquiries(query, now, periods.inquiry_months);
    return erased.inquiries;
  },
  emails: deleteOlderThan("emails", (periods) => periods.email_months),
  "sign-in attempts": deleteOlderThan("signInAttempts", (periods) => periods.sign_in_attempt_months),
  // A trigger rejects deleting entries that are less than a year old.
  "audit entries": deleteOlderThan("auditEntries", (periods) => periods.audit_log_months),
  "activity of clients": deleteOlderThan("clientActivity", (periods) => periods.audit_log_months),
  async sessions(query, periods, now) {
    const [deleted] = await query(
      `with deleted as (
         delete from auth.sessions
          where greatest(created_at, updated_at, refreshed_at at time zone 'UTC')
              < $1::timestamptz - make_interval(days => $2) returning 1)
       select count(*)::integer as rows from deleted`,
      [now, periods.session_days],
    );
    return deleted?.rows ?? 0;
  },
};
