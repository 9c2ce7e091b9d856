import { brand } from "#brand";
import { readEmailData } from "#server/consultations/announce-consultation.ts";
import type { Query } from "#server/database/database.ts";
import { consultationReminder } from "#server/email/messages/consultation.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/** Reminds visitors of confirmed consultations a day and an hour before, once per time. */
export function createRemindOfConsultationsJob(
  services: Pick<Services, "database" | "jobs" | "config" | "now">,
): JobHandler {
  return () =>
    services.database.bypassPolicies({ reason: "remind of consultations" }, async (query) => {
      const now = services.now();
      for (const { id, key, is_within_hour } of await claimReminders(query, now)) {
        const { consultation, content, url } = await readEmailData(services, query, id);
        await queueEmail(query, services.jobs, {
          deduplicationKey: key,
          kind: "consultation-reminder",
          recipient: consultation.email,
          replyTo: consultation.host_email,
          ...consultationReminder(content, { url, hoursBefore: is_within_hour ? 1 : 24, now }, brand),
        });
      }
    });
}

/**
 * Claims the reminders that are due. A reminder is skipped if the time was confirmed or moved later than the reminder would
 * have been sent, and if it is late after an outage.
 */
function claimReminders(query: Query, now: Date) {
  return query(
    `with due as (
       select 'consultation-reminder:' || consultation.id || ':' || extract(epoch from consultation.starts_at)::bigint
                || case when consultation.starts_at <= $1::timestamptz + interval '1 hour' then ':1' else ':24' end as key,
              consultation.starts_at <= $1::timestamptz + interval '1 hour' as is_within_hour,
              consultation.id, consultation.starts_at
         from public.consultations as consultation
        where consultation.status = 'confirmed'
          and (consultation.starts_at > $1::timestamptz + interval '30 minutes'
               and consultation.starts_at <= $1::timestamptz + interval '1 hour'
               and consultation.updated_at < consultation.starts_at - interval '1 hour'
               or consultation.starts_at > $1::timestamptz + interval '20 hours'
                  and consultation.starts_at <= $1::timestamptz + interval '24 hours'
                  and consultation.updated_at < consultation.starts_at - interval '24 hours')
     ), claimed as (
       insert into private.announcements (key) select due.key from due on conflict do nothing returning key
     )
     select due.key, due.is_within_hour, due.id
       from due join claimed on claimed.key = due.key
      order by due.starts_at
     -- not null: is_within_hour`,
    [now],
  );
}
