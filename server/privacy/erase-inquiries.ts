import type { Query } from "#server/database/database.ts";

/** Number of deleted rows. No other data about them may be stored. */
export type ErasedCounts = { inquiries: number; emails: number };

/**
 * SQL that follows the condition of a `delete` statement, deletes the emails of the erased inquiries and returns both
 * counts.
 */
const ERASE_EMAILS_SQL = `
       returning id, reference, lower(email) as email, created_at
     ), emails as (
       delete from private.email_outbox as queued_email
        where (queued_email.kind = 'inquiry' and queued_email.deduplication_key in
                 -- One key per recipient in the firm.
                 (select 'inquiry:' || erased.reference || suffix
                    from erased, unnest(array['', ':2', ':3', ':4', ':5']) as suffix))
           or (queued_email.kind = 'inquiry-reply' and split_part(queued_email.deduplication_key, ':', 2) in (select id::text from erased))
           -- An address gets one acknowledgement per day for all inquiries of that day.
           or (queued_email.kind = 'inquiry-acknowledgement' and exists (
                 select from erased where erased.email = lower(queued_email.recipient)
                                    and queued_email.created_at < erased.created_at + interval '1 day'))
       returning queued_email.id
     )
     select (select count(*)::integer from erased) as inquiries, (select count(*)::integer from emails) as emails`;

/** Deletes all inquiries from an email address and the emails created for them, in the caller's transaction. */
export async function eraseInquiriesByEmail(query: Query, email: string): Promise<ErasedCounts> {
  const [counts] = await query(
    `with erased as (delete from public.contact_inquiries where lower(email) = lower($1) ${ERASE_EMAILS_SQL}`,
    [email],
  );
  return counts ?? { inquiries: 0, emails: 0 };
}

/**
 * Deletes inquiries that are older than the retention period published when they were sent, or than `months` if that is
 * shorter.
 */
export async function eraseExpiredInquiries(query: Query, now: Date, months: number): Promise<ErasedCounts> {
  const [counts] = await query(
    `with erased as (
       delete from public.contact_inquiries
        where created_at < $1::timestamptz - make_interval(months => least(retention_months, $2)) ${ERASE_EMAILS_SQL}`,
    [now, months],
  );
  return counts ?? { inquiries: 0, emails: 0 };
}
