import { brand } from "#brand";
import type { Query } from "#server/database/database.ts";
import { getFirmRecipients, queueFirmEmail } from "#server/email/firm-email.ts";
import { bookingReceived, bookingRequestedForFirm } from "#server/email/messages/booking.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/**
 * Emails the firm and the client about new bookings. The portal inserts bookings directly into the database, so this
 * job looks for bookings without an email in the outbox. Deduplication keys ensure that each email is queued only once.
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
        if (booking.email) {
          await queueEmail(query, jobs, {
            deduplicationKey: `booking-received:${booking.id}`,
            kind: "booking-received",
            recipient: booking.email,
            replyTo: (await getFirmRecipients(query, config))[0],
            ...bookingReceived(booking, config.publicUrl, brand),
          });
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
    `select booking.id, booking.kind, client.company, client.contact_person, booking.service_type,
            booking.preferred_start_date::text as preferred_start_date, booking.estimated_scope,
            booking.project_description, booking.urgency, account.email
       from public.service_bookings as booking
       join public.clients as client on client.id = booking.client_id
       left join public.users as account on account.id = client.user_id
      where booking.status = 'pending' and booking.created_at > now() - interval '2 days'
        and not exists (select from private.email_outbox where deduplication_key = 'booking-made:' || booking.id)
      order by booking.created_at
      limit 200`,
  );
}
