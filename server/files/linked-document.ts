import type { Query } from "#server/database.ts";
import type { DocumentLink } from "#server/files/links.ts";
import type { StoreName } from "#server/files/store.ts";

/** A document whose bytes a link opens at this moment. */
export type LinkedDocument = {
  id: string;
  clientId: string;
  name: string;
  version: number;
  mimeType: string;
  size: number;
  storageKey: string;
  store: StoreName;
  sha256: string;
};

/** The document of a link, while it may be handed out, and to whom the link was made for; else null. */
export async function findLinked(query: Query, link: DocumentLink): Promise<LinkedDocument | null> {
  const [found] = await query<Omit<LinkedDocument, "size"> & { size: string }>(
    `select document.id, document.client_id as "clientId", document.name, document.version,
            document.mime_type as "mimeType", document.file_size as size,
            file.storage_key as "storageKey", file.store, file.sha256
       from public.documents as document
       join private.document_files as file on file.document_id = document.id
       join public.clients as client on client.id = document.client_id
      where document.id = $1 and document.scan_state in ('clear', 'unscanned')
        and case $3 when 'admin' then exists (select from public.users where id = $2 and role = 'admin')
                    else client.user_id = $2 and client.status = 'active' end`,
    [link.documentId, link.userId, link.byRole],
  );
  return found ? { ...found, size: Number(found.size) } : null;
}

/** Files that a link was used, once for each link: what is resumed is one download. */
export async function logUse(query: Query, link: DocumentLink, document: LinkedDocument): Promise<void> {
  await query(
    `insert into public.document_downloads
            (id, document_id, client_id, document_name, document_version, kind, by_role, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [
      link.id,
      document.id,
      document.clientId,
      document.name,
      document.version,
      link.kind,
      link.byRole,
      link.userId,
    ],
  );
}
