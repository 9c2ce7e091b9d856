import { brand } from "#brand";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { type FirmEmailConfig, queueFirmEmail } from "#server/email/firm-email.ts";
import { unreadMessagesForClient, unreadMessagesForFirm } from "#server/email/messages/unread-messages.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/**
 * Emails the firm or a client about messages that have been unread for a minute, so that users with the thread open get
 * no email. Each side gets one email for all unread messages in a thread, at most every 30 minutes.
 */
export function createAnnounceMessagesJob({
  database,
  jobs,
  config,
}: Pick<Services, "database" | "jobs"> & {
  config: FirmEmailConfig & Pick<Services["config"], "publicUrl">;
}): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "announce unread messages" }, async (query) => {
      for (const thread of await listUnannouncedThreads(query)) {
        const deduplicationKey = `messages-unread:${thread.clientId}:${thread.writer}:${thread.firstId}`;
        if (thread.writer === "client") {
          await queueFirmEmail({ config, jobs }, query, {
            deduplicationKey,
            kind: "messages-for-firm",
            ...unreadMessagesForFirm(thread, `${config.publicUrl}/admin/messages/${thread.clientId}`),
          });
        } else {
          await queueClientEmails(
            await listClientRecipients(query, thread.clientId, "messages"),
            ({ name }) => ({
              deduplicationKey,
              kind: "messages-for-client",
              ...unreadMessagesForClient({ ...thread, contactPerson: name }, brand, config.publicUrl),
            }),
            (email) => queueEmail(query, jobs, email),
          );
        }
      }
    });
}

/**
 * Lists threads with unread messages, grouped by the side that wrote them. The deduplication key contains the id of the
 * first unread message, so that it is announced only once. Ignores threads without messages in the last 2 days, which
 * were already announced or come from a restored backup.
 */
function listUnannouncedThreads(query: Query) {
  return query(
    `select unread.client_id as "clientId", unread.sender_role as writer, unread.count, unread.first_id as "firstId",
            client.company, client.contact_person as "contactPerson", private.account_name(unread.sender_id, unread.client_id) as sender
       from (select client_id, sender_role, count(*)::integer as count, max(created_at) as newest,
                    (array_agg(id order by created_at, id))[1] as first_id,
                    -- Null if several people wrote, or if an account was deleted.
                    case when count(distinct sender_id) = 1 and count(sender_id) = count(*)
                         then (array_agg(sender_id))[1] end as sender_id
               from public.messages
              where sender_role = 'client' and read_by_firm_at is null
                 or sender_role = 'admin' and read_by_client_at is null
              group by client_id, sender_role
             having min(created_at) < now() - interval '1 minute') as unread
       join public.clients as client on client.id = unread.client_id
      where unread.newest > now() - interval '2 days'
        -- A suspended client cannot sign in.
        and (unread.sender_role = 'client'
             or client.status = 'active'
                and exists (select from public.client_members as member
                              join public.users as account on account.id = member.user_id
                             where member.client_id = client.id
                               and private.accepts_email(account.email, 'messages-for-client')))
        and not exists (select from private.email_outbox as announced
                         where announced.deduplication_key like
                               'messages-unread:' || unread.client_id || ':' || unread.sender_role || ':' || unread.first_id || '%')
        and not exists (select from private.email_outbox as announced
                         where announced.deduplication_key like
                               'messages-unread:' || unread.client_id || ':' || unread.sender_role || ':%'
                           and announced.created_at > now() - interval '30 minutes')
      order by unread.newest
      limit 200
      -- not null: firstId`,
  );
}
