import type { Query } from "#server/database.ts";
import type { Files } from "#server/files/index.ts";
import type { StoreName } from "#server/files/store.ts";
import type { ArchivedDocument } from "#server/privacy/client-archive.ts";

type Row = { name: string; uploaded_at: Date; storage_key: string; store: StoreName };

/** The client's documents, every version, as the archive takes them. What a scanner found bad is handed out nowhere. */
export async function clientDocuments(
  query: Query,
  files: Pick<Files, "storeNamed">,
  clientId: string,
): Promise<ArchivedDocument[]> {
  const rows = await query<Row>(
    `select document.name, document.uploaded_at, file.storage_key, file.store
       from public.documents as document join private.document_files as file on file.document_id = document.id
      where document.client_id = $1 and document.scan_state <> 'quarantined'
      order by document.uploaded_at, document.id`,
    [clientId],
  );
  return rows.map((row) => ({
    name: row.name,
    uploadedAt: row.uploaded_at,
    open: () => files.storeNamed(row.store).read(row.storage_key),
  }));
}
