import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Query } from "#server/database/database.ts";
import type { EmailBlock } from "#server/email/content.ts";
import type { EmailAttachment } from "#server/email/transport.ts";
import type { Files } from "#server/files/index.ts";

/** Base64 adds a third. Many mail servers reject messages of more than 10 MB. */
const MAX_ATTACHED_BYTES = 5 * 1024 * 1024;

/** Whether a document of this size can be attached to an email. Otherwise, the email links to the portal. */
export function isAttachable(bytes: number): boolean {
  return bytes <= MAX_ATTACHED_BYTES;
}

export type AttachedDocument = Awaited<ReturnType<typeof listAttachedDocuments>>[number];

/** Lists the stored documents that an email attaches, without those that were deleted or quarantined in the meantime. */
export async function listAttachedDocuments(query: Query, blocks: readonly EmailBlock[]) {
  const ids = blocks.flatMap((block) => (block.type === "document" ? [block.documentId] : []));
  if (ids.length === 0) {
    return [];
  }
  return query(
    `select document.name, document.mime_type, file.storage_key, file.store, file.sha256
       from public.documents as document
       join private.document_files as file on file.document_id = document.id
      where document.id = any($1) and document.scan_status <> 'quarantined'`,
    [ids],
  );
}

/** @throws {StorageError} if the store cannot be read, or {Error} if the file does not have the stored hash */
export async function readAttachment(
  files: Pick<Files, "getStore">,
  { name, mime_type, storage_key, store, sha256 }: AttachedDocument,
): Promise<EmailAttachment> {
  const content = await buffer(await files.getStore(store).read(storage_key));
  if (createHash("sha256").update(content).digest("hex") !== sha256) {
    throw new Error("an attached document differs from its stored hash");
  }
  return { filename: name, content, contentType: mime_type };
}
