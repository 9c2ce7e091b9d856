import { brand } from "#brand";
import type { BookingKind } from "#domain/bookings/booking.ts";
import { formatMeetingTime, type PickMeetingTime } from "#domain/bookings/booking-decision.ts";
import { MAX_CHANGES } from "#domain/consultations/consultation.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { Query } from "#server/database/database.ts";
import { listBookingRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { getFirmRecipients, queueFirmEmail } from "#server/email/firm-email.ts";
import { type MeetingHost, toMeetingHost } from "#server/email/meeting-place.ts";
import { bookingApproved, meetingChanged, meetingScheduledForFirm } from "#server/email/messages/booking.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { offerAlternatives, type TimeTaken } from "#server/scheduling/offer-alternatives.ts";
import { readSchedulingSettings } from "#server/scheduling/read-availability.ts";
import { chooseHost, expireHolds, lockSchedule, rejectOverlap } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

type MeetingServices = Pick<Services, "database" | "jobs" | "config" | "now">;
/** A booking of the calling client, which the caller may schedule. */
type OwnBooking = { id: string; client_id: string };

/**
 * Schedules a client's pending request, or moves the client's meeting, to a free time. The caller must have authorized the
 * client. Emails the client and the firm.
 * @throws {ApiError} 409 for a booking that can no longer be scheduled, was moved too often or is at this time already
 */
export function pickMeetingTime(
  services: MeetingServices,
  { id, client_id }: OwnBooking,
  { startsAt, timeZone }: PickMeetingTime,
): Promise<{ ok: true } | TimeTaken> {
  const { database, now } = services;
  return offerAlternatives(services, () =>
    database.bypassPolicies({ reason: "schedule a client's meeting" }, async (query) => {
      await lockSchedule(query);
      await expireHolds(query, now());
      const booking = await requireOpenBooking(query, { id, client_id, now: now() });
      requireAllowedChange(booking, startsAt);
      const { hostId } = await chooseHost(query, startsAt, now(), {
        moved: { bookingId: id, durationMinutes: booking.meeting_minutes },
        ...(booking.host_id && { preferredHostId: booking.host_id }),
      });
      const [scheduled] = await rejectOverlap(startsAt, () =>
        query(
          `update public.service_bookings as booking
              set status = 'approved', scheduled_at = $2, host_id = $3, proposed_at = null, proposal_note = '',
                  meeting_url = coalesce(booking.meeting_url, host.meeting_url),
                  calendar_sequence = booking.calendar_sequence + case when booking.status = 'approved' then 1 else 0 end,
                  client_changes = booking.client_changes + case when booking.status = 'approved' then 1 else 0 end
             from public.consultation_hosts as host
            where booking.id = $1 and host.id = $3
           returning booking.id, booking.kind, booking.service_type, booking.scheduled_at, booking.meeting_minutes, booking.meeting_url,
                     booking.calendar_sequence, booking.client_id, booking.created_by,
                     host.name as host_name, host.phone as host_phone
           -- not null: scheduled_at`,
          [id, new Date(startsAt), hostId],
        ),
      );
      if (!scheduled) {
        throw new Error("the host or the booking was deleted");
      }
      await announceMeeting(services, query, {
        meeting: { ...scheduled, scheduled_at: toInstant(scheduled.scheduled_at) },
        host: toMeetingHost(scheduled),
        isMoved: booking.status === "approved",
        timeZone,
        firmTime: formatMeetingTime(new Date(startsAt), booking.firmTimeZone),
      });
      return { ok: true } as const;
    }),
  );
}

async function requireOpenBooking(query: Query, { id, client_id, now }: OwnBooking & { now: Date }) {
  const settings = await readSchedulingSettings(query);
  const [booking] = await query(
    `select status, scheduled_at, meeting_minutes, host_id, client_changes from public.service_bookings
      where id = $1 and client_id = $2 for update`,
    [id, client_id],
  );
  const isPending = booking?.status === "pending";
  const earliestStart = now.getTime() + settings.change_notice_minutes * 60_000;
  const isMovable =
    booking?.status === "approved" &&
    booking.scheduled_at !== null &&
    booking.scheduled_at.getTime() > Math.max(earliestStart, now.getTime());
  if (!booking || !(isPending || isMovable)) {
    throw new ApiError(
      409,
      "too_late",
      "This meeting can no longer be rescheduled here. Send us a message instead.",
    );
  }
  return { ...booking, firmTimeZone: settings.time_zone ?? brand.timeZone };
}

/** Each change sends email. @throws {ApiError} 409 if the meeting is at this time already, or was moved too often */
function requireAllowedChange(
  { status, scheduled_at, client_changes }: Awaited<ReturnType<typeof requireOpenBooking>>,
  startsAt: string,
): void {
  if (status === "approved" && scheduled_at?.getTime() === Date.parse(startsAt)) {
    throw new ApiError(409, "same_time", "Your meeting is already at this time. Choose another one.");
  }
  if (client_changes >= MAX_CHANGES) {
    throw new ApiError(
      409,
      "too_many_changes",
      `You've rescheduled this meeting ${MAX_CHANGES} times. Send us a message to reschedule it again.`,
    );
  }
}

type ScheduledMeeting = {
  meeting: Parameters<typeof bookingApproved>[0]["meeting"] & {
    kind: BookingKind;
    client_id: string;
    created_by: string | null;
  };
  host: MeetingHost;
  isMoved: boolean;
  /** The client's time zone. */
  timeZone: string;
  /** The formatted time in the firm's time zone. */
  firmTime: string;
};

async function announceMeeting(
  { jobs, config }: MeetingServices,
  query: Query,
  { meeting, host, isMoved, timeZone, firmTime }: ScheduledMeeting,
): Promise<void> {
  const { id, calendar_sequence: sequence, client_id, kind, service_type } = meeting;
  const replyTo = (await getFirmRecipients(query, config))[0];
  const render = isMoved ? meetingChanged : bookingApproved;
  await queueClientEmails(
    await listBookingRecipients(query, meeting),
    ({ name }) => ({
      deduplicationKey: isMoved ? `booking-changed:${id}:${sequence}` : `booking-answered:${id}`,
      kind: isMoved ? "booking-changed" : "booking-answered",
      replyTo,
      ...render({ meeting, host, contactPerson: name, timeZone }, config.publicUrl, brand),
    }),
    (email) => queueEmail(query, jobs, email),
  );
  const [client] = await query("select company from public.clients where id = $1", [client_id]);
  await queueFirmEmail({ config, jobs }, query, {
    deduplicationKey: `booking-scheduled:${id}:${sequence}`,
    kind: "booking-made",
    ...meetingScheduledForFirm(
      { kind, company: client?.company ?? "", service_type },
      { time: firmTime, isMoved },
      config.publicUrl,
    ),
  });
}
