import type { Query } from "#server/database/database.ts";

/** How many rows were deleted. Nothing else about them may be stored. */
export type ErasedCounts = { inquiries: number; mails: number };

/**
 * Deletes inquiries and all emails created for them, in the caller's transaction.
 * @param condition SQL condition on public.contact_inquiries with `values` bound to $1, $2 … It must not contain user
 *   input.
 */
export async function eraseInquiries(
  query: Query,
  condition: string,
  values: readonly unknown[],
): Promise<ErasedCounts> {
  const [counts] = await query<ErasedCounts>(
    `with erased as (
       delete from public.contact_inquiries where ${condition} returning id, reference, lower(email) as email, created_at
     ), mails as (
       delete from private.email_outbox as mail
        where (mail.kind = 'inquiry' and mail.deduplication_key in
                 -- One key per recipient in the firm.
                 (select 'inquiry:' || erased.reference || suffix
                    from erased, unnest(array['', ':2', ':3', ':4', ':5']) as suffix))
           or (mail.kind = 'inquiry-reply' and split_part(mail.deduplication_key, ':', 2) in (select id::text from erased))
           -- An address gets one acknowledgement per day for all inquiries of that day.
           or (mail.kind = 'inquiry-acknowledgement' and exists (
                 select from erased where erased.email = lower(mail.recipient)
                                    and mail.created_at < erased.created_at + interval '1 day'))
       returning mail.id
     )
     select (select count(*)::integer from erased) as inquiries, (select count(*)::integer from mails) as mails`,
    values,
  );
  return counts ?? { inquiries: 0, mails: 0 };
}
