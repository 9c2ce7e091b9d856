import type { Instant } from "#domain/dates/instant.ts";
import { findSlotAt, type Slot } from "#domain/scheduling/list-slots.ts";
import type { Query } from "#server/database/database.ts";
import { getErrorCode } from "#server/error-code.ts";
import { type MovedBooking, readAvailability } from "#server/scheduling/read-availability.ts";

/** The time that a caller chose is not free. The transaction is rolled back. */
export class TimeTakenError extends Error {
  override name = "TimeTakenError";
  readonly startsAt: Instant;

  constructor(startsAt: Instant, options?: ErrorOptions) {
    super("the time is not free", options);
    this.startsAt = startsAt;
  }
}

/**
 * Serializes all changes that depend on free times until the transaction ends, so that each one sees the others: bookings,
 * blocked times, and imports of calendars. The exclusion constraint of private.host_reservations also rejects overlaps
 * without this lock.
 */
export async function lockSchedule(query: Query): Promise<void> {
  await query("select pg_advisory_xact_lock(hashtextextended('schedule', 0))");
}

/** Releases the times of holds that were not confirmed in time. @returns how many */
export async function expireHolds(query: Query, now: Date): Promise<number> {
  const expired = await query(
    "update public.consultations set status = 'expired' where status = 'held' and hold_expires_at <= $1 returning id",
    [now],
  );
  return expired.length;
}

/**
 * Returns the free time that starts at an instant, and the host who gets it: the preferred host if free, otherwise the one
 * whose last booking was made first (round robin). Call `lockSchedule` first.
 * @throws {TimeTakenError} if the time is not offered or not free
 */
export async function chooseHost(
  query: Query,
  startsAt: Instant,
  now: Date,
  { moved, preferredHostId }: { moved?: MovedBooking; preferredHostId?: string } = {},
): Promise<Slot & { hostId: string }> {
  const start = new Date(startsAt);
  const availability = await readAvailability(query, { from: start, to: start }, now, moved);
  const slot = findSlotAt(availability, start, now);
  if (!slot) {
    throw new TimeTakenError(startsAt);
  }
  if (preferredHostId && slot.hostIds.includes(preferredHostId)) {
    return { ...slot, hostId: preferredHostId };
  }
  const [host] = await query(
    `select host.id from public.consultation_hosts as host
      where host.id = any($1)
      order by (select max(consultation.created_at) from public.consultations as consultation
                 where consultation.host_id = host.id and consultation.status in ('held', 'confirmed')) nulls first,
               host.created_at, host.id
      limit 1`,
    [[...slot.hostIds]],
  );
  if (!host) {
    throw new TimeTakenError(startsAt);
  }
  return { ...slot, hostId: host.id };
}

/** Runs work that writes a reservation. @throws {TimeTakenError} if it overlaps another reservation of the host */
export async function rejectOverlap<Result>(startsAt: Instant, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isOverlap(error) ? new TimeTakenError(startsAt, { cause: error }) : error;
  }
}

/** Whether PostgreSQL rejected a statement because of the exclusion constraint on reservations. */
export function isOverlap(error: unknown): boolean {
  return getErrorCode(error) === "23P01";
}
