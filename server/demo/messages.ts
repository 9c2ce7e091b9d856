import type { Query } from "#server/database/database.ts";

/** `hoursAgo` is relative to the first start. The last message is unread. */
const DEMO_MESSAGES = [
  {
    from: "client",
    hoursAgo: 51,
    body: "The vendor sent us the model card you requested. It doesn't name the sources of the training data.",
  },
  {
    from: "admin",
    hoursAgo: 49,
    body: "Thanks for checking. Please ask them for the sources. We'll list what's missing in the report.",
  },
  {
    from: "client",
    hoursAgo: 48,
    body: "I've asked them. Could we go through the first findings next week?",
  },
  {
    from: "admin",
    hoursAgo: 3,
    body: "Of course. Book a day that works for you, and we'll confirm the time.",
  },
] as const;

/** Inserts a thread with an unread reply for one client, unless the client already has messages. */
export async function insertMessages(query: Query, clientEmail: string, now: Date): Promise<void> {
  for (const [index, { from, hoursAgo, body }] of DEMO_MESSAGES.entries()) {
    const sentAt = new Date(now.getTime() - hoursAgo * 3_600_000);
    const readAt = index < DEMO_MESSAGES.length - 1 ? sentAt : null;
    await query(
      `insert into public.messages (client_id, sender_role, sender_id, body, created_at, read_by_client_at, read_by_firm_at)
       select client.id, $2, case $2 when 'client' then account.id
                   else (select id from public.users where role = 'admin' order by created_at limit 1) end, $3, $4::timestamptz, $5::timestamptz, $5::timestamptz
         from public.clients as client join public.users as account on account.id = client.user_id
        where lower(account.email) = lower($1)
          and not exists (select from public.messages where client_id = client.id and created_at >= $4)`,
      [clientEmail, from, body, sentAt, readAt],
    );
  }
}
