import type { Query } from "#server/database/database.ts";
import type { DocumentLink } from "#server/files/download/document-links.ts";
import type { StoreName } from "#server/files/stores/store.ts";

/** A document that a link gives access to. */
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

/** Returns null unless the document is available and the link's user still has access. */
export async function findLinkedDocument(query: Query, link: DocumentLink): Promise<LinkedDocument | null> {
  const [row] = await query(
    `select document.id, document.client_id as "clientId", document.name, document.version,
            document.mime_type as "mimeType", document.file_size as size,
            file.storage_key as "storageKey", file.store, file.sha256
       from public.documents as document
       join private.document_files as file on file.document_id = document.id
      where document.id = $1 and document.scan_status in ('clear', 'unscanned')
        and case $3 when 'admin' then exists (select from public.users where id = $2 and role = 'admin')
                    else private.can_download($2, document.id) end`,
    [link.documentId, link.userId, link.byRole],
  );
  return row ? { ...row, size: Number(row.size) } : null;
}

/** Records the use of a link. A resumed download is recorded only once. */
export async function recordLinkUse(
  query: Query,
  link: DocumentLink,
  document: LinkedDocument,
): Promise<void> {
  await query(
    `insert into public.document_downloads
            (id, document_id, client_id, document_name, document_version, kind, user_role, user_id)
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
