import { brand } from "#brand";
import type { Query } from "#server/database.ts";
import { bookingForTheFirm, bookingReceived, type ToldBooking } from "#server/email/messages/booking.ts";
import { queueMail } from "#server/email/outbox.ts";
import { queueMailToTheFirm } from "#server/email/to-the-firm.ts";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

type NewBooking = ToldBooking & { id: string; email: string | null };

/**
 * Mails firm and client about bookings made since the last look. The portal stores a booking by itself, past this
 * server, so the outbox tells which were announced: its key makes each mail queue once.
 */
export function announceBookings({
  database,
  jobs,
  config,
}: Pick<Services, "database" | "jobs" | "config">): Job {
  return () =>
    database.bypassingPolicies({ reason: "announce new bookings" }, async (query) => {
      for (const booking of await unannounced(query)) {
        await queueMailToTheFirm({ config, jobs }, query, {
          deduplicationKey: `booking-made:${booking.id}`,
          kind: "booking-made",
          ...(booking.email ? { replyTo: booking.email } : {}),
          ...bookingForTheFirm(booking, config.publicUrl),
        });
        if (booking.email)
          await queueMail(query, jobs, {
            deduplicationKey: `booking-received:${booking.id}`,
            kind: "booking-received",
            recipient: booking.email,
            ...bookingReceived(booking, brand),
          });
      }
    });
}

/** Older ones were announced, or belong to a backup that was restored: nobody wants their mail now. */
function unannounced(query: Query): Promise<NewBooking[]> {
  return query<NewBooking>(
    `select booking.id, booking.kind, client.company, booking.service_type,
            booking.preferred_start_date::text as preferred_start_date, booking.estimated_scope,
            booking.project_description, booking.urgency, account.email
       from public.service_bookings as booking
       join public.clients as client on client.id = booking.client_id
       left join public.users as account on account.id = client.user_id
      where booking.status = 'pending' and booking.created_at > now() - interval '2 days'
        and not exists (select from private.mail_outbox where deduplication_key = 'booking-made:' || booking.id)
      order by booking.created_at
      limit 200`,
  );
}
