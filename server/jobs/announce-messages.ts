import { brand } from "#brand";
import type { Query } from "#server/database.ts";
import { type UnreadThread, unreadByClient, unreadByFirm } from "#server/email/messages/unread-messages.ts";
import { queueMail } from "#server/email/outbox.ts";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

type Unread = UnreadThread & {
  clientId: string;
  writer: "client" | "admin";
  firstId: string;
  email: string | null;
};

/**
 * Tells the firm that a client wrote, and a client that the firm answered, once it has waited a minute unread: whoever
 * has the thread open gets no mail. One mail for what waits unread, and one a thread and side in half an hour.
 */
export function announceMessages({
  database,
  jobs,
  config,
}: Pick<Services, "database" | "jobs"> & {
  config: Pick<Services["config"], "publicUrl"> & { mail: Pick<Services["config"]["mail"], "contactTo"> };
}): Job {
  return () =>
    database.bypassingPolicies({ reason: "announce unread messages" }, async (query) => {
      for (const thread of await unannounced(query)) {
        const recipient =
          thread.writer === "client" ? (config.mail.contactTo ?? brand.contactEmail) : thread.email;
        if (!recipient) continue;
        await queueMail(query, jobs, {
          deduplicationKey: `${keyOf(thread)}${thread.firstId}`,
          kind: thread.writer === "client" ? "messages-for-firm" : "messages-for-client",
          recipient,
          ...(thread.writer === "client"
            ? unreadByFirm(thread, `${config.publicUrl}/admin/messages/${thread.clientId}`)
            : unreadByClient(thread, brand.name, `${config.publicUrl}/client-portal?section=messages`)),
        });
      }
    });
}

const keyOf = ({ clientId, writer }: Pick<Unread, "clientId" | "writer">) =>
  `messages-unread:${clientId}:${writer}:`;

/**
 * Threads with something unread, by who wrote it. The first unread message names the mail, so that what waits on is not
 * told again. Older than two days: it was announced, or belongs to a backup that was restored.
 */
function unannounced(query: Query): Promise<Unread[]> {
  return query<Unread>(
    `select unread.client_id as "clientId", unread.sender_role as writer, unread.count, unread.first_id as "firstId",
            client.company, account.email
       from (select client_id, sender_role, count(*)::integer as count, max(created_at) as newest,
                    (array_agg(id order by created_at, id))[1] as first_id
               from public.messages
              where sender_role = 'client' and read_by_firm_at is null
                 or sender_role = 'admin' and read_by_client_at is null
              group by client_id, sender_role
             having min(created_at) < now() - interval '1 minute') as unread
       join public.clients as client on client.id = unread.client_id
       left join public.users as account on account.id = client.user_id
      where unread.newest > now() - interval '2 days'
        -- A suspended client could not read it.
        and (unread.sender_role = 'client' or client.status = 'active')
        and not exists (select from private.mail_outbox as told
                         where told.deduplication_key
                               = 'messages-unread:' || unread.client_id || ':' || unread.sender_role || ':' || unread.first_id)
        and not exists (select from private.mail_outbox as told
                         where told.deduplication_key like
                               'messages-unread:' || unread.client_id || ':' || unread.sender_role || ':%'
                           and told.created_at > now() - interval '30 minutes')
      order by unread.newest
      limit 200`,
  );
}
