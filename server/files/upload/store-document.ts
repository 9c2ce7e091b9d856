import { z } from "zod";
import type { Query } from "#server/database/database.ts";
import { addUnclaimedFile, claimFile, deleteIfUnclaimed } from "#server/files/unclaimed-files.ts";
import type { TemporaryFile } from "#server/files/upload/temporary-files.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A checked upload and the document to create from it. */
export type NewDocument = {
  file: TemporaryFile;
  clientId: string;
  category: Tables<"documents">["category"];
  /** The client's project that the document belongs to. */
  projectId?: string | null;
  /** Roles that can read the document in addition to those of its category. */
  sharedWith?: readonly string[];
  /** Whether clients cannot see the document until it is shared. */
  isInternal?: boolean;
  name: string;
  mimeType: string;
  /** Set only for demo data. Defaults to the current time. */
  uploadedAt?: Date;
  /** Runs in the transaction that stores the document. */
  onStored?: (query: Query, document: StoredDocument) => Promise<void>;
};

/** A row of public.documents. */
const StoredDocument = z.looseObject({ id: z.string(), name: z.string(), version: z.number() });
export type StoredDocument = z.infer<typeof StoredDocument>;

type Context = Pick<Services, "database" | "files" | "scanner" | "jobs" | "log">;

/**
 * Stores a file and its row, or neither. First stores the file as unclaimed. The transaction that inserts the row then
 * claims the file.
 * @param actor The administrator recorded in the audit log.
 * @throws {ApiError} 404 for an unknown client or project.
 * @throws {StorageError}
 */
export async function storeDocument(
  context: Context,
  document: NewDocument,
  actor?: string,
): Promise<StoredDocument> {
  const { database, files, log } = context;
  const { key } = document.file;
  const { store } = files;
  await database.bypassPolicies({ reason: "record an unclaimed file" }, (query) =>
    addUnclaimedFile(query, key, store.name),
  );
  try {
    await store.put(key, document.file);
    return await database.bypassPolicies({ reason: "store a document", ...(actor && { actor }) }, (query) =>
      insertDocument(context, query, document).then(async (stored) => {
        await document.onStored?.(query, stored);
        return stored;
      }),
    );
  } catch (error) {
    // Delete the file only if it is unclaimed, because the transaction may have committed despite the error.
    await deleteIfUnclaimed(database, files, key).catch((deleteError: unknown) =>
      log.warn({ err: deleteError }, "unclaimed upload not deleted yet"),
    );
    throw error;
  }
}

export function unknownProjectError(): ApiError {
  return new ApiError(404, "unknown_project", "This project no longer exists, or belongs to another client.");
}

async function insertDocument(
  { files, scanner, jobs }: Context,
  query: Query,
  document: NewDocument,
): Promise<StoredDocument> {
  const { file, clientId, category, projectId = null, sharedWith = [], isInternal = false } = document;
  const { name, mimeType, uploadedAt } = document;
  if (!(await claimFile(query, file.key))) {
    throw new ApiError(503, "storage_unavailable", "The upload took too long. Try again.");
  }
  const [client] = await query("select 1 from public.clients where id = $1 for key share", [clientId]);
  if (!client) {
    throw new ApiError(404, "unknown_client", "This client no longer exists.");
  }
  if (projectId) {
    const [project] = await query(
      "select 1 from public.projects where id = $1 and client_id = $2 for key share",
      [projectId, clientId],
    );
    if (!project) {
      throw unknownProjectError();
    }
  }
  const [stored] = await query(
    `insert into public.documents
            (client_id, name, category, file_size, mime_type, scan_status, uploaded_at, project_id, shared_with,
             is_internal)
     values ($1, $2, $3, $4, $5, $6, coalesce($7, clock_timestamp()), $8, $9, $10) returning id`,
    [
      clientId,
      name,
      category,
      file.size,
      mimeType,
      scanner ? "pending" : "unscanned",
      uploadedAt ?? null,
      projectId,
      [...sharedWith],
      isInternal,
    ],
  );
  if (!stored) {
    throw new Error("no row was returned for the document");
  }
  await query(
    "insert into private.document_files (document_id, storage_key, sha256, store) values ($1, $2, $3, $4)",
    [stored.id, file.key, file.sha256, files.store.name],
  );
  if (scanner) {
    await jobs.add(query, "scan-documents", {}, { key: "scan-documents", queue: "scan-documents" });
  }
  // Read the row again, because a trigger sets the version after the insert.
  const [row] = await query(
    "select to_jsonb(document) as document from public.documents as document where id = $1",
    [stored.id],
  );
  if (!row) {
    throw new Error("the document's row was not found");
  }
  return StoredDocument.parse(row.document);
}
