import { brand } from "#brand";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { Query } from "#server/database/database.ts";
import { listBookingRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { getFirmRecipients, queueFirmEmail } from "#server/email/firm-email.ts";
import {
  bookingCancelledForFirm,
  bookingReceived,
  bookingRequestedForFirm,
  meetingCancelled,
  meetingTimeProposedForFirm,
  proposedTimeWithdrawnForFirm,
} from "#server/email/messages/booking.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/**
 * Emails the firm and the client about new, moved and cancelled bookings. The portal inserts bookings directly into the
 * database, so this job looks for bookings without an email in the outbox. Deduplication keys ensure that each email is
 * queued only once.
 */
export function createAnnounceBookingsJob({
  database,
  jobs,
  config,
}: Pick<Services, "database" | "jobs" | "config">): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "announce new bookings" }, async (query) => {
      for (const booking of await listUnannouncedBookings(query)) {
        await queueFirmEmail({ config, jobs }, query, {
          deduplicationKey: `booking-made:${booking.id}`,
          kind: "booking-made",
          ...(booking.email ? { replyTo: booking.email } : {}),
          ...bookingRequestedForFirm(booking, config.publicUrl),
        });
        const replyTo = (await getFirmRecipients(query, config))[0];
        await queueClientEmails(
          await listBookingRecipients(query, booking),
          ({ name }) => ({
            deduplicationKey: `booking-received:${booking.id}`,
            kind: "booking-received",
            replyTo,
            ...bookingReceived({ ...booking, contact_person: name }, config.publicUrl, brand),
          }),
          (email) => queueEmail(query, jobs, email),
        );
      }
      for (const booking of await listUnannouncedProposals(query)) {
        await queueFirmEmail({ config, jobs }, query, {
          deduplicationKey: booking.key,
          kind: "booking-changed",
          ...(booking.email ? { replyTo: booking.email } : {}),
          ...meetingTimeProposedForFirm(
            booking,
            {
              time: formatMeetingTime(booking.scheduled_at, brand.timeZone),
              proposedTime: formatMeetingTime(booking.proposed_at, brand.timeZone),
              note: booking.proposal_note,
            },
            config.publicUrl,
          ),
        });
      }
      for (const booking of await listUnannouncedWithdrawals(query)) {
        await queueFirmEmail({ config, jobs }, query, {
          deduplicationKey: booking.key,
          kind: "booking-changed",
          ...proposedTimeWithdrawnForFirm(
            booking,
            formatMeetingTime(booking.scheduled_at, brand.timeZone),
            config.publicUrl,
          ),
        });
      }
      for (const booking of await listUnannouncedCancellations(query)) {
        const time = booking.scheduled_at && formatMeetingTime(booking.scheduled_at, brand.timeZone);
        await queueFirmEmail({ config, jobs }, query, {
          deduplicationKey: `booking-cancelled:${booking.id}`,
          kind: "booking-cancelled",
          ...bookingCancelledForFirm(booking, time, config.publicUrl),
        });
        if (booking.scheduled_at && time) {
          const replyTo = (await getFirmRecipients(query, config))[0];
          const meeting = { ...booking, scheduled_at: toInstant(booking.scheduled_at) };
          await queueClientEmails(
            await listBookingRecipients(query, booking),
            ({ name }) => ({
              deduplicationKey: `meeting-cancelled:${booking.id}`,
              kind: "booking-cancelled",
              replyTo,
              ...meetingCancelled(
                { meeting, contactPerson: name, timeZone: brand.timeZone },
                config.publicUrl,
                brand,
              ),
            }),
            (email) => queueEmail(query, jobs, email),
          );
        }
      }
    });
}

/**
 * Lists bookings without an email. Ignores bookings older than 2 days, which were already announced or come from a
 * restored backup.
 */
function listUnannouncedBookings(query: Query) {
  return query(
    `select booking.id, booking.client_id, booking.created_by, booking.kind, client.company, client.contact_person, booking.service_type,
            booking.preferred_start_date::text as preferred_start_date, booking.estimated_scope,
            booking.project_description, booking.urgency, account.email
       from public.service_bookings as booking
       join public.clients as client on client.id = booking.client_id
       left join public.users as account on account.id = coalesce(booking.created_by, client.user_id)
      where booking.status = 'pending' and booking.created_at > now() - interval '2 days'
        and not exists (select from private.email_outbox where deduplication_key = 'booking-made:' || booking.id)
      order by booking.created_at
      limit 200`,
  );
}

/** Lists times that clients proposed in the last 2 days without an email about them. */
function listUnannouncedProposals(query: Query) {
  return query(
    `select 'meeting-proposal:' || booking.id || ':' || extract(epoch from booking.proposal_made_at)::bigint as key,
            booking.kind, client.company, booking.service_type, booking.scheduled_at, booking.proposed_at,
            booking.proposal_note,
            account.email
       from public.service_bookings as booking
       join public.clients as client on client.id = booking.client_id
       left join public.users as account on account.id = coalesce(booking.created_by, client.user_id)
      where booking.status = 'approved' and booking.scheduled_at is not null and booking.proposed_at is not null
        and booking.proposal_made_at > now() - interval '2 days'
        and not exists (select from private.email_outbox
                         where deduplication_key = 'meeting-proposal:' || booking.id || ':'
                                                   || extract(epoch from booking.proposal_made_at)::bigint)
      order by booking.proposal_made_at
      limit 200`,
  );
}

/** Lists proposals that clients withdrew in the last 2 days without an email about it. Omits unannounced proposals. */
function listUnannouncedWithdrawals(query: Query) {
  return query(
    `select 'proposal-withdrawn:' || booking.id || ':' || extract(epoch from booking.proposal_withdrawn_at)::bigint as key,
            booking.kind, client.company, booking.service_type, booking.scheduled_at
       from public.service_bookings as booking
       join public.clients as client on client.id = booking.client_id
      where booking.status = 'approved' and booking.scheduled_at is not null
        and booking.proposal_withdrawn_at > now() - interval '2 days'
        and exists (select from private.email_outbox
                     where deduplication_key = 'meeting-proposal:' || booking.id || ':'
                                               || extract(epoch from booking.proposal_made_at)::bigint)
        and not exists (select from private.email_outbox
                         where deduplication_key = 'proposal-withdrawn:' || booking.id || ':'
                                                   || extract(epoch from booking.proposal_withdrawn_at)::bigint)
      order by booking.proposal_withdrawn_at
      limit 200`,
  );
}

/**
 * Lists meetings and requests that clients cancelled in the last 2 days. Omits requests that were never announced. Those
 * older than 2 days were announced, although their email may have been deleted after its retention period.
 */
function listUnannouncedCancellations(query: Query) {
  return query(
    `select booking.id, booking.client_id, booking.created_by, booking.kind, client.company, client.contact_person, booking.service_type,
            booking.preferred_start_date::text as preferred_start_date, booking.estimated_scope,
            booking.project_description, booking.urgency, booking.scheduled_at, booking.meeting_minutes,
            booking.meeting_url, booking.calendar_sequence, account.email
       from public.service_bookings as booking
       join public.clients as client on client.id = booking.client_id
       left join public.users as account on account.id = coalesce(booking.created_by, client.user_id)
      where booking.cancelled_at > now() - interval '2 days'
        and (booking.scheduled_at is not null or booking.created_at < now() - interval '2 days'
             or exists (select from private.email_outbox where deduplication_key = 'booking-made:' || booking.id))
        and not exists (select from private.email_outbox
                         where deduplication_key = 'booking-cancelled:' || booking.id)
      order by booking.cancelled_at
      limit 200`,
  );
}
