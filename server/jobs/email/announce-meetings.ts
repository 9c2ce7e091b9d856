import { brand } from "#brand";
import { toInstant } from "#domain/dates/instant.ts";
import type { Query } from "#server/database/database.ts";
import { listBookingRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { toMeetingHost } from "#server/email/meeting-place.ts";
import { meetingReminder } from "#server/email/messages/meeting.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/** Reminds clients of approved meetings a day and an hour before, once per meeting time. */
export function createAnnounceMeetingsJob(
  services: Pick<Services, "database" | "jobs" | "config" | "now">,
): JobHandler {
  const { database, jobs, config } = services;
  return () =>
    database.bypassPolicies({ reason: "announce meetings" }, async (query) => {
      const now = services.now();
      for (const booking of await claimReminders(query, now)) {
        const { id, key, scheduled_at: time } = booking;
        const replyTo = (await getFirmRecipients(query, config))[0];
        await queueClientEmails(
          await listBookingRecipients(query, booking),
          ({ name }) => ({
            deduplicationKey: key,
            kind: "meeting-reminder",
            replyTo,
            ...meetingReminder(
              {
                contactPerson: name,
                meeting: { ...booking, id, scheduled_at: toInstant(time) },
                host: toMeetingHost(booking),
                timeZone: brand.timeZone,
                hoursBefore: booking.is_within_hour ? 1 : 24,
                now,
              },
              config.publicUrl,
              brand,
            ),
          }),
          (email) => queueEmail(query, jobs, email),
        );
      }
    });
}

/**
 * Claims the reminders that are due. The first one is skipped if the booking changed in the last 24 hours before the
 * meeting, because the client has just received the confirmation. After an outage, late reminders are skipped.
 */
function claimReminders(query: Query, now: Date) {
  return query(
    `with due as (
       select 'meeting-reminder:' || booking.id || ':' || extract(epoch from booking.scheduled_at)::bigint
                || case when booking.scheduled_at <= $1::timestamptz + interval '1 hour' then ':1' else ':24' end as key,
              booking.scheduled_at <= $1::timestamptz + interval '1 hour' as is_within_hour,
              booking.id, booking.service_type, booking.scheduled_at, booking.meeting_minutes, booking.meeting_url,
              booking.calendar_sequence, booking.updated_at, booking.client_id, booking.created_by,
              host.name as host_name, host.phone as host_phone
         from public.service_bookings as booking
         join public.clients as client on client.id = booking.client_id and client.status = 'active'
         left join public.consultation_hosts as host on host.id = booking.host_id
        where booking.status = 'approved'
          and (booking.scheduled_at > $1::timestamptz + interval '30 minutes'
               and booking.scheduled_at <= $1::timestamptz + interval '1 hour'
               and booking.updated_at < booking.scheduled_at - interval '1 hour'
               or booking.scheduled_at > $1::timestamptz + interval '20 hours'
                  and booking.scheduled_at <= $1::timestamptz + interval '24 hours'
                  and booking.updated_at < booking.scheduled_at - interval '24 hours')
     ), claimed as (
       insert into private.announcements (key) select due.key from due on conflict do nothing returning key
     )
     select due.key, due.is_within_hour, due.id, due.service_type, due.scheduled_at, due.meeting_minutes,
            due.meeting_url, due.calendar_sequence, due.client_id, due.created_by, due.host_name, due.host_phone
       from due join claimed on claimed.key = due.key
      order by due.scheduled_at
     -- not null: is_within_hour, scheduled_at`,
    [now],
  );
}
