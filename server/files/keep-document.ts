import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import type { SpooledFile } from "#server/files/spool.ts";
import { claim, noteUnclaimed, sweepKey } from "#server/files/unclaimed-files.ts";
import type { Services } from "#server/services.ts";

/** A file that was looked at, and whose document it shall be. */
export type NewDocument = {
  file: SpooledFile;
  clientId: string;
  category: string;
  name: string;
  mimeType: string;
  /** Where the demonstration says when; else now. */
  uploadedAt?: Date;
};

/** A document as its row says it. */
export type StoredDocument = { id: string; name: string; version: number; [column: string]: unknown };

type Parts = Pick<Services, "database" | "files" | "scanner" | "jobs" | "log">;

/**
 * Keeps file and row together, or neither: the bytes are in the store, unclaimed, before the transaction that makes the
 * row claims them.
 * @param actor the administrator in whose name the audit log files it.
 * @throws Refusal 404 for an unknown client; StoreProblem.
 */
export async function keepDocument(
  parts: Parts,
  document: NewDocument,
  actor?: string,
): Promise<StoredDocument> {
  const { database, files, log } = parts;
  const { key } = document.file;
  const { store } = files;
  await database.bypassingPolicies({ reason: "announce the bytes of a document" }, (query) =>
    noteUnclaimed(query, key, store.name),
  );
  try {
    await store.put(key, document.file);
    const purpose = { reason: "store a document", ...(actor && { actor }) };
    return await database.bypassingPolicies(purpose, (query) => insertDocument(parts, query, document));
  } catch (cause) {
    // Swept by the same rule as after a crash: if the transaction was committed after all, the bytes are claimed.
    await sweepKey(database, files, key).catch((err: unknown) => log.warn({ err }, "upload not swept yet"));
    throw cause;
  }
}

async function insertDocument(
  { files, scanner, jobs }: Parts,
  query: Query,
  { file, clientId, category, name, mimeType, uploadedAt }: NewDocument,
): Promise<StoredDocument> {
  if (!(await claim(query, file.key)))
    throw new ApiError(503, "storage_unavailable", "The upload took too long. Please try again.");
  const [client] = await query("select 1 from public.clients where id = $1 for key share", [clientId]);
  if (!client) throw new ApiError(404, "unknown_client", "This client does not exist any more.");
  const [stored] = await query<{ id: string }>(
    `insert into public.documents (client_id, name, category, file_size, mime_type, scan_state, uploaded_at)
     values ($1, $2, $3, $4, $5, $6, coalesce($7, clock_timestamp())) returning id`,
    [clientId, name, category, file.size, mimeType, scanner ? "pending" : "unscanned", uploadedAt ?? null],
  );
  if (!stored) throw new Error("the document's row was not returned");
  await query(
    "insert into private.document_files (document_id, storage_key, sha256, store) values ($1, $2, $3, $4)",
    [stored.id, file.key, file.sha256, files.store.name],
  );
  if (scanner)
    await jobs.add(query, "scan-documents", {}, { key: "scan-documents", queue: "scan-documents" });
  // Read again: whether it is the latest version is known after the insert.
  const [row] = await query<{ document: StoredDocument }>(
    "select to_jsonb(document) as document from public.documents as document where id = $1",
    [stored.id],
  );
  if (!row) throw new Error("the document's row is gone");
  return row.document;
}
