import type { BookingLimit } from "#domain/consultations/booking-limits.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import type { Query } from "#server/database/database.ts";
import type { Services } from "#server/services.ts";

/** How long a reached limit is reported. */
const REPORTED_MS = 24 * 3_600_000;

export type ConsultationProblems = {
  /** The ids of confirmed consultations at whose time the host is busy. */
  conflicts: string[];
  /** The limits on the bookings of all visitors that were reached within the last day. */
  reachedLimits: { name: BookingLimit; reachedAt: Instant }[];
};

/** Lists problems that administrators must solve. The caller must have authorized an administrator. */
export function listProblems({
  database,
  now,
}: Pick<Services, "database" | "now">): Promise<ConsultationProblems> {
  return database.bypassPolicies({ reason: "list problems of consultations" }, async (query) => ({
    conflicts: await listConflicts(query, now()),
    reachedLimits: await listReachedLimits(query, now()),
  }));
}

async function listReachedLimits(query: Query, now: Date): Promise<ConsultationProblems["reachedLimits"]> {
  const rows = await query(
    "select name, reached_at from private.reached_limits where reached_at > $1 order by name",
    [new Date(now.getTime() - REPORTED_MS)],
  );
  return rows.map(({ name, reached_at }) => ({ name, reachedAt: toInstant(reached_at) }));
}

/** Lists consultations at whose time the host is busy according to a calendar, or because an administrator blocked it. */
async function listConflicts(query: Query, now: Date): Promise<string[]> {
  const rows = await query(
    `select consultation.id
       from public.consultations as consultation
      where consultation.status = 'confirmed' and consultation.starts_at > $1
        and (exists (select from public.blocked_times as blocked
                      where (blocked.host_id = consultation.host_id or blocked.host_id is null)
                        and tstzrange(blocked.starts_at, blocked.ends_at) && tstzrange(consultation.starts_at, consultation.ends_at))
             or exists (select from private.feed_busy_times as event
                          join private.calendar_feeds as feed on feed.id = event.feed_id
                         where feed.host_id = consultation.host_id
                           and tstzrange(event.starts_at, event.ends_at) && tstzrange(consultation.starts_at, consultation.ends_at)))
      order by consultation.starts_at limit 200`,
    [now],
  );
  return rows.map(({ id }) => id);
}
