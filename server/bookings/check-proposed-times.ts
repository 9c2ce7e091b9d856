import type { BookingRow } from "#domain/bookings/booking.ts";
import type { ProposedTimeStatus, TimeConflict } from "#domain/bookings/proposed-time.ts";
import { isWithinHours } from "#domain/scheduling/list-slots.ts";
import { overlapsAny } from "#domain/scheduling/time-ranges.ts";
import type { Query } from "#server/database/database.ts";
import { readAvailability } from "#server/scheduling/read-availability.ts";
import type { Services } from "#server/services.ts";

const MS_PER_MINUTE = 60_000;
/** Higher than the number of rows on a page of the list. */
const MAX_PROPOSALS = 100;

type Proposal = { id: string; host_id: string | null; proposed_at: Date; meeting_minutes: number };
type CheckedProposal = ProposedTimeStatus & { bookingId: BookingRow["id"] };

/**
 * Checks the times that clients proposed for upcoming meetings with the rules of `assignHost`. Only administrators may get
 * the result.
 */
export function checkProposedTimes({
  database,
  now,
}: Pick<Services, "database" | "now">): Promise<CheckedProposal[]> {
  return database.bypassPolicies({ reason: "check proposed times" }, async (query) => {
    const proposals = await query(
      `select id, host_id, proposed_at, meeting_minutes from public.service_bookings
        where status = 'approved' and scheduled_at > $1 and proposed_at > $1
        order by proposal_made_at, id limit $2`,
      [now(), MAX_PROPOSALS],
    );
    const checked: CheckedProposal[] = [];
    for (const proposal of proposals) {
      checked.push({ bookingId: proposal.id, ...(await checkTime(query, proposal, now())) });
    }
    return checked;
  });
}

async function checkTime(query: Query, proposal: Proposal, now: Date): Promise<ProposedTimeStatus> {
  const { id: bookingId, host_id: hostId, meeting_minutes: durationMinutes } = proposal;
  const from = proposal.proposed_at;
  const to = new Date(from.getTime() + durationMinutes * MS_PER_MINUTE);
  const availability = await readAvailability(query, { from, to }, now, { bookingId, durationMinutes });
  if (availability.hosts.length === 0) {
    return { status: "unchecked" };
  }
  const hosts = availability.hosts.filter(({ id }) => hostId === null || id === hostId);
  const { bufferBeforeMinutes, bufferAfterMinutes } = availability.rules;
  const start = new Date(from.getTime() - bufferBeforeMinutes * MS_PER_MINUTE);
  const end = new Date(to.getTime() + bufferAfterMinutes * MS_PER_MINUTE);
  if (hosts.every(({ busy }) => overlapsAny(busy, { start: start.getTime(), end: end.getTime() }))) {
    const hostIds = hosts.map(({ id }) => id);
    return {
      status: "conflict",
      conflict: await findConflict(query, { hostIds, start, end, bookingId, now }),
    };
  }
  return { status: isWithinHours(availability, { from, to }) ? "free" : "outside_hours" };
}

type ConflictQuery = { hostIds: string[]; start: Date; end: Date; bookingId: string; now: Date };

/** Finds what occupies the hosts, reservations first. */
async function findConflict(query: Query, conflict: ConflictQuery): Promise<TimeConflict | null> {
  const { hostIds, start, end, bookingId, now } = conflict;
  const params = [hostIds, start, end] as const;
  const [consultation] = await query(
    `select consultation.name from private.host_reservations as reservation
       join public.consultations as consultation on consultation.id = reservation.consultation_id
      where reservation.host_id = any($1) and reservation.blocked && tstzrange($2, $3)
        and (consultation.status <> 'held' or consultation.hold_expires_at > $4)
      order by reservation.starts_at limit 1`,
    [...params, now],
  );
  if (consultation) {
    return { kind: "consultation", name: consultation.name };
  }
  const [meeting] = await query(
    `select client.company from public.service_bookings as booking
       join public.clients as client on client.id = booking.client_id
       left join private.host_reservations as reservation on reservation.booking_id = booking.id
      where booking.id <> $4 and booking.status = 'approved'
        and (reservation.host_id = any($1) and reservation.blocked && tstzrange($2, $3)
             or booking.host_id is null
                and tstzrange(booking.scheduled_at, booking.scheduled_at + make_interval(mins => booking.meeting_minutes))
                    && tstzrange($2, $3))
      order by booking.scheduled_at limit 1`,
    [...params, bookingId],
  );
  if (meeting) {
    return { kind: "meeting", name: meeting.company };
  }
  const [blocked] = await query(
    `select reason from public.blocked_times
      where (host_id = any($1) or host_id is null) and tstzrange(starts_at, ends_at) && tstzrange($2, $3)
      order by starts_at limit 1`,
    params,
  );
  if (blocked) {
    return { kind: "blocked", name: blocked.reason };
  }
  const [calendar] = await query(
    `select feed.label from private.feed_busy_times as event
       join private.calendar_feeds as feed on feed.id = event.feed_id
      where feed.host_id = any($1) and tstzrange(event.starts_at, event.ends_at) && tstzrange($2, $3)
      order by event.starts_at limit 1`,
    params,
  );
  return calendar ? { kind: "calendar", name: calendar.label } : null;
}
