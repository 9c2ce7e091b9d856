import type { Query } from "#server/database/database.ts";

/** Number of deleted rows. No other data about them may be stored. */
export type ErasedCounts = { inquiries: number; consultations: number; emails: number };

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

/** Deletes consultations, their links and their emails. Follows the condition of a `delete` statement. */
const ERASE_CONSULTATION_EMAILS_SQL = `
       returning id
     ), emails as (
       delete from private.email_outbox as queued_email
        where queued_email.kind like 'consultation-%'
          and split_part(queued_email.deduplication_key, ':', 2) in (select id::text from erased)
       returning queued_email.id
     )
     select (select count(*)::integer from erased) as consultations, (select count(*)::integer from emails) as emails`;

/**
 * Deletes all inquiries and consultations from an email address and the emails created for them, in the caller's
 * transaction. The times of upcoming consultations become available.
 */
export async function eraseInquiriesByEmail(query: Query, email: string): Promise<ErasedCounts> {
  // Consultations first, because they are deleted with their inquiry.
  const [consultations] = await query(
    `with erased as (delete from public.consultations where lower(email) = lower($1) ${ERASE_CONSULTATION_EMAILS_SQL}`,
    [email],
  );
  const [inquiries] = await query(
    `with erased as (delete from public.contact_inquiries where lower(email) = lower($1) ${ERASE_EMAILS_SQL}`,
    [email],
  );
  return addCounts(inquiries, consultations);
}

/**
 * Deletes inquiries and consultations that are older than the retention period published when they were sent, or than
 * `months` if that is shorter. The period of a consultation starts when it ends.
 */
export async function eraseExpiredInquiries(query: Query, now: Date, months: number): Promise<ErasedCounts> {
  const [consultations] = await query(
    `with erased as (
       delete from public.consultations
        where ends_at < $1::timestamptz - make_interval(months => least(retention_months, $2)) ${ERASE_CONSULTATION_EMAILS_SQL}`,
    [now, months],
  );
  const [inquiries] = await query(
    `with erased as (
       delete from public.contact_inquiries as inquiry
        where created_at < $1::timestamptz - make_interval(months => least(retention_months, $2))
          and not exists (select from public.consultations as consultation where consultation.inquiry_id = inquiry.id)
          ${ERASE_EMAILS_SQL}`,
    [now, months],
  );
  return addCounts(inquiries, consultations);
}

function addCounts(
  inquiries: { inquiries: number; emails: number } | undefined,
  consultations: { consultations: number; emails: number } | undefined,
): ErasedCounts {
  return {
    inquiries: inquiries?.inquiries ?? 0,
    consultations: consultations?.consultations ?? 0,
    emails: (inquiries?.emails ?? 0) + (consultations?.emails ?? 0),
  };
}
