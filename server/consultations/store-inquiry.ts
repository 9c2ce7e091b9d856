import type { Query } from "#server/database/database.ts";
import { generateReference } from "#server/inquiries/reference.ts";

/**
 * Stores the inquiry of a confirmed consultation, and links both to the client with this email address, if exactly one has
 * it. The booking is the reply, so the inquiry has no deadline.
 */
export async function storeInquiry(query: Query, consultationId: string, now: Date): Promise<void> {
  await query(
    `update public.consultations as booked
        set client_id = (select min(member.client_id::text)::uuid
                           from public.client_members as member
                           join public.users as account on account.id = member.user_id
                          where lower(account.email) = lower(booked.email)
                         having count(*) = 1)
      where booked.id = $1 and booked.client_id is null`,
    [consultationId],
  );
  await query(
    `with stored as (
       insert into public.contact_inquiries
         (reference, name, email, company, service_interest, message, status, source, client_id, created_at, replied_at)
       select $2, booked.name, booked.email, booked.company, 'General Inquiry', booked.topic, 'replied', 'consultation',
              booked.client_id, $3, $3
         from public.consultations as booked where booked.id = $1 and booked.inquiry_id is null
       returning id)
     update public.consultations as booked set inquiry_id = stored.id from stored where booked.id = $1`,
    [consultationId, generateReference(), now],
  );
}
