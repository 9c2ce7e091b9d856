import type { Query } from "#server/database/database.ts";
import type { Files } from "#server/files/index.ts";
import type { ArchivedDocument } from "#server/privacy/client-archive.ts";

/** Lists all versions of the client's documents, except quarantined files. */
export async function listArchivedDocuments(
  query: Query,
  files: Pick<Files, "getStore">,
  clientId: string,
): Promise<ArchivedDocument[]> {
  const rows = await query(
    `select document.name, document.uploaded_at, document.is_internal, file.storage_key, file.store
       from public.documents as document join private.document_files as file on file.document_id = document.id
      where document.client_id = $1 and document.scan_status <> 'quarantined'
      order by document.uploaded_at, document.id`,
    [clientId],
  );
  return rows.map((row) => ({
    name: row.name,
    uploadedAt: row.uploaded_at,
    isInternal: row.is_internal,
    open: () => files.getStore(row.store).read(row.storage_key),
  }));
}
