import type { Query } from "#server/database.ts";

/** What was deleted, as numbers: nothing else of it may stay. */
export type Forgotten = { inquiries: number; mails: number };

/**
 * Deletes inquiries and every mail made of them, in the caller's transaction.
 * @param condition on public.contact_inquiries, with `values` bound to $1, $2 …; never made of what people typed.
 */
export async function forgetInquiries(
  query: Query,
  condition: string,
  values: readonly unknown[],
): Promise<Forgotten> {
  const [forgotten] = await query<Forgotten>(
    `with gone as (
       delete from public.contact_inquiries where ${condition} returning id, reference, lower(email) as email, created_at
     ), mails as (
       delete from private.mail_outbox as mail
        where (mail.kind = 'inquiry' and mail.deduplication_key in
                 -- One key for each recipient the firm may have.
                 (select 'inquiry:' || gone.reference || suffix
                    from gone, unnest(array['', ':2', ':3', ':4', ':5']) as suffix))
           or (mail.kind = 'inquiry-reply' and split_part(mail.deduplication_key, ':', 2) in (select id::text from gone))
           -- The acknowledgement is one a day to an address, whichever of the day's inquiries it was for.
           or (mail.kind = 'inquiry-acknowledgement' and exists (
                 select from gone where gone.email = lower(mail.recipient)
                                    and mail.created_at < gone.created_at + interval '1 day'))
       returning mail.id
     )
     select (select count(*)::integer from gone) as inquiries, (select count(*)::integer from mails) as mails`,
    values,
  );
  return forgotten ?? { inquiries: 0, mails: 0 };
}
