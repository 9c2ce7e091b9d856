import { INQUIRY_RETENTION_MONTHS } from "#domain/retention.ts";
import type { Job } from "#server/jobs/queue.ts";
import type { Services } from "#server/services.ts";

/** Forgets what visitors wrote once the time stated beside the form is over: the inquiries, and the mail made of them. */
export function removeOldInquiries({ database, now, log }: Pick<Services, "database" | "now" | "log">): Job {
  return () =>
    database.bypassingPolicies({ reason: "remove old inquiries" }, async (query) => {
      const values = [now(), INQUIRY_RETENTION_MONTHS];
      const removed = await query(
        `delete from public.contact_inquiries
          where created_at < $1::timestamptz - make_interval(months => $2) returning id`,
        values,
      );
      await query(
        `delete from private.mail_outbox
          where kind in ('inquiry', 'inquiry-acknowledgement', 'inquiry-reply')
            and created_at < $1::timestamptz - make_interval(months => $2)`,
        values,
      );
      if (removed.length > 0) log.info({ inquiries: removed.length }, "old inquiries removed");
    });
}
