import type { Instant } from "#domain/dates/instant.ts";
import { isWithinHours } from "#domain/scheduling/list-slots.ts";
import { overlapsAny } from "#domain/scheduling/time-ranges.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { type MovedBooking, readAvailability } from "#server/scheduling/read-availability.ts";
import type { Services } from "#server/services.ts";

const MS_PER_MINUTE = 60_000;

export type MeetingTime = {
  /** The consultation or the booking of the meeting. Its own reservation does not block the time. */
  moved: MovedBooking;
  startsAt: Instant;
  durationMinutes: number;
  /** The host whom the administrator chose. */
  hostId: string | null;
  /** Also rejects times outside the weekly hours, and times at which the host is busy. */
  checksAvailability: boolean;
  /** Skips only the check of the weekly hours, because the administrator confirmed a time outside them. */
  allowsOutsideHours?: boolean;
};

/**
 * Returns the host of a meeting that an administrator schedules, or null if there are no active hosts. The exclusion
 * constraint still rejects a host who gets another reservation in the meantime.
 * @throws {ApiError} 409 if no host is free, or if the time is outside the hours
 */
export function assignHost(
  { database, now }: Pick<Services, "database" | "now">,
  meeting: MeetingTime,
): Promise<string | null> {
  return database.bypassPolicies({ reason: "find a host for a meeting" }, (query) =>
    findHost(query, meeting, now()),
  );
}

async function findHost(query: Query, meeting: MeetingTime, now: Date): Promise<string | null> {
  const { moved, durationMinutes, hostId, checksAvailability, allowsOutsideHours = false } = meeting;
  const from = new Date(meeting.startsAt);
  const to = new Date(from.getTime() + durationMinutes * MS_PER_MINUTE);
  const availability = await readAvailability(query, { from, to }, now, { ...moved, durationMinutes });
  if (availability.hosts.length === 0) {
    return hostId;
  }
  if (checksAvailability && !allowsOutsideHours && !isWithinHours(availability, { from, to })) {
    throw new ApiError(409, "outside_hours", "This time is outside your team's hours.");
  }
  const { bufferBeforeMinutes, bufferAfterMinutes } = availability.rules;
  const blocked = {
    start: from.getTime() - bufferBeforeMinutes * MS_PER_MINUTE,
    end: to.getTime() + bufferAfterMinutes * MS_PER_MINUTE,
  };
  const free = availability.hosts
    .filter(({ id, busy }) => (hostId === null || id === hostId) && !overlapsAny(busy, blocked))
    .map(({ id }) => id);
  if (free.length === 0 && checksAvailability) {
    throw new ApiError(
      409,
      "time_taken",
      hostId === null
        ? "No host is available at this time. Choose another time."
        : "The host isn't available at this time. Choose another time or host.",
    );
  }
  const [assigned] = await query(
    `select host.id from public.consultation_hosts as host
      where (host.id = $1 or $1 is null and host.is_active)
        and not exists (select from private.host_reservations as reservation
                         where reservation.host_id = host.id and coalesce(reservation.consultation_id, reservation.booking_id) is distinct from $2
                           and reservation.blocked && private.add_buffers($3, $4))
      order by host.id = any($5) desc,
               host.id = coalesce((select booking.host_id from public.service_bookings as booking where booking.id = $2),
                                  (select consultation.host_id from public.consultations as consultation
                                    where consultation.id = $2)) desc nulls last,
               host.created_at, host.id
      limit 1`,
    [hostId, moved.consultationId ?? moved.bookingId ?? null, from, to, free],
  );
  if (!assigned) {
    throw noHostError(hostId);
  }
  return assigned.id;
}

/** @param hostId The host whom the administrator chose, or null for any host. */
function noHostError(hostId: string | null): ApiError {
  return new ApiError(
    409,
    "time_taken",
    hostId === null
      ? "All hosts have other bookings at this time. Choose another time."
      : "The host has another booking at this time. Choose another time or host.",
  );
}

/** The error when another booking takes the time after a host was assigned. */
export function takenError(): ApiError {
  return new ApiError(409, "time_taken", "This time was just taken. Choose another time or host.");
}
