import type { Query } from "#server/database.ts";

/** A thread's beginning; `hoursAgo` counts from the first start. The last one of the firm is still unread. */
const THREAD = [
  {
    from: "client",
    hoursAgo: 51,
    body: "Good morning. The vendor sent us the model card you asked for. Where shall I put it?",
  },
  {
    from: "admin",
    hoursAgo: 49,
    body: "Thank you. Please send it by mail; we file it with the assessment's evidence and list it in the report.",
  },
  { from: "client", hoursAgo: 48, body: "Sent. Could we go through the first findings next week?" },
  {
    from: "admin",
    hoursAgo: 3,
    body: "Gladly. Ask for a booking with the day that suits you, and we confirm the time here.",
  },
] as const;

/** Gives the demonstration's first client a thread with an unread answer; none where there is one already. */
export async function insertMessages(query: Query, clientEmail: string, now: Date): Promise<void> {
  for (const [index, { from, hoursAgo, body }] of THREAD.entries()) {
    const writtenAt = new Date(now.getTime() - hoursAgo * 3_600_000);
    const readAt = index < THREAD.length - 1 ? writtenAt : null;
    await query(
      `insert into public.messages (client_id, sender_role, body, created_at, read_by_client_at, read_by_firm_at)
       select client.id, $2, $3, $4::timestamptz, $5::timestamptz, $5::timestamptz
         from public.clients as client join public.users as account on account.id = client.user_id
        where lower(account.email) = lower($1)
          and not exists (select from public.messages where client_id = client.id and created_at >= $4)`,
      [clientEmail, from, body, writtenAt, readAt],
    );
  }
}
