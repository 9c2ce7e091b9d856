import { brand } from "#brand";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients } from "#server/email/client-email.ts";
import { documentsReady } from "#server/email/messages/document.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> };

/** Emails members about new documents that they can read, with one email for documents that were uploaded together. */
export function createAnnounceDocumentsJob({ database, jobs, config }: Dependencies): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "announce documents" }, async (query) => {
      const documents = await claimDocuments(query);
      for (const [clientId, batch] of Map.groupBy(documents, ({ client_id: id }) => id)) {
        for (const recipient of await listClientRecipients(query, clientId, null)) {
          const readable = await query(
            `select id from public.documents where id = any ($1::uuid[]) and private.can_download($2, id)`,
            [batch.map(({ id }) => id), recipient.user_id],
          );
          const readableIds = new Set(readable.map(({ id }) => id));
          const names = batch.filter(({ id }) => readableIds.has(id)).map(({ name }) => name);
          if (names.length > 0) {
            await queueEmail(query, jobs, {
              deduplicationKey: `document-ready:${clientId}:${batch[0]?.id}:${recipient.user_id}`,
              kind: "document-ready",
              recipient: recipient.email,
              clientId,
              ...documentsReady({ contactPerson: recipient.name, names }, config.publicUrl, brand),
            });
          }
        }
      }
    });
}

/**
 * Claims documents that became visible to the client in the last 2 days and can be downloaded. Waits until no other one
 * has for 2 minutes, so that documents uploaded together are announced together.
 */
function claimDocuments(query: Query) {
  return query(
    `with ready as (
       select 'document-ready:' || document.id as key, document.id, document.client_id, document.name,
              document.uploaded_at
         from public.documents as document
         join public.clients as client on client.id = document.client_id and client.status = 'active'
         left join private.shared_documents as shared on shared.document_id = document.id
         cross join public.email_settings as settings
        where document.is_latest and not document.is_internal and document.scan_status in ('clear', 'unscanned')
          and coalesce(shared.shared_at, document.uploaded_at) > greatest(settings.client_news_since, now() - interval '2 days')
          and not exists (select from public.documents as newer
                            left join private.shared_documents as newly_shared on newly_shared.document_id = newer.id
                           where newer.client_id = document.client_id and not newer.is_internal
                             and coalesce(newly_shared.shared_at, newer.uploaded_at) > now() - interval '2 minutes')
          and not exists (select from private.announcements as announced
                           where announced.key = 'document-ready:' || document.id)
        order by document.uploaded_at
        limit 200
     ), claimed as (
       insert into private.announcements (key) select ready.key from ready on conflict do nothing returning key
     )
     select ready.id, ready.client_id, ready.name
       from ready join claimed on claimed.key = ready.key
      order by ready.uploaded_at, ready.id`,
  );
}
