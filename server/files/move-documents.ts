import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Database } from "#server/database/database.ts";
import type { Files } from "#server/files/index.ts";
import { StorageError, type StoreName } from "#server/files/stores/store.ts";
import { addUnclaimedFile, claimFile, deleteIfUnclaimed } from "#server/files/unclaimed-files.ts";
import type { TemporaryFile } from "#server/files/upload/temporary-files.ts";

/** `damaged` contains the ids of documents whose file is missing or differs from the upload. They are not moved. */
export type MoveReport = { moved: number; damaged: string[] };

type DocumentFile = { document_id: string; storage_key: string; store: StoreName; sha256: string };

/**
 * Moves the files of all documents to a store, one at a time, while the server is running. Copies each file under a new
 * key, verifies the copy's hash, updates the row and deletes the old file. To continue after an interruption, run it
 * again.
 */
export async function moveDocuments(
  database: Database,
  files: Files,
  to: StoreName,
  reportProgress: (line: string) => void = () => {},
): Promise<MoveReport> {
  const documents = await database.bypassPolicies({ reason: "list documents to move" }, (query) =>
    query("select document_id, storage_key, store, sha256 from private.document_files where store <> $1", [
      to,
    ]),
  );
  const report: MoveReport = { moved: 0, damaged: [] };
  for (const document of documents) {
    if (await moveDocument(database, files, to, document)) {
      report.moved += 1;
    } else {
      report.damaged.push(document.document_id);
    }
    reportProgress(`${report.moved + report.damaged.length} of ${documents.length}`);
  }
  return report;
}

async function moveDocument(
  database: Database,
  files: Files,
  to: StoreName,
  from: DocumentFile,
): Promise<boolean> {
  const fileStream = await files.getStore(from.store).read(from.storage_key).catch(nullIfMissing);
  if (!fileStream) {
    return false;
  }
  // Copy through a temporary file, because stores need the size and hash in advance.
  const temporaryFile = await files.temporaryFiles.receive(fileStream);
  try {
    if (temporaryFile.sha256 !== from.sha256) {
      return false;
    }
    await storeCopy(database, files, to, temporaryFile);
    await switchToCopy(database, from, to, temporaryFile.key);
  } finally {
    await files.temporaryFiles.remove(temporaryFile);
    // Delete either the copy or the original, whichever is unclaimed now.
    await deleteIfUnclaimed(database, files, temporaryFile.key);
    await deleteIfUnclaimed(database, files, from.storage_key);
  }
  return true;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof StorageError && error.reason === "missing") {
    return null;
  }
  throw error;
}

async function storeCopy(
  database: Database,
  files: Files,
  to: StoreName,
  copy: TemporaryFile,
): Promise<void> {
  const store = files.getStore(to);
  await database.bypassPolicies({ reason: "record an unclaimed copy" }, (query) =>
    addUnclaimedFile(query, copy.key, to),
  );
  await store.put(copy.key, copy);
  if ((await hashStream(await store.read(copy.key))) !== copy.sha256) {
    throw new Error(`the ${to} store returned different content than was stored`);
  }
}

/** Does nothing if the document was deleted in the meantime. */
async function switchToCopy(
  database: Database,
  from: DocumentFile,
  to: StoreName,
  key: string,
): Promise<void> {
  await database.bypassPolicies({ reason: "move a document" }, async (query) => {
    const updated = await query(
      `update private.document_files set store = $3, storage_key = $4
        where document_id = $1 and storage_key = $2 returning 1`,
      [from.document_id, from.storage_key, to, key],
    );
    if (updated.length === 0) {
      return;
    }
    if (!(await claimFile(query, key))) {
      throw new Error("the copy was deleted before it was claimed");
    }
    await addUnclaimedFile(query, from.storage_key, from.store);
  });
}

async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) {
    hash.update(chunk);
  }
  return hash.digest("hex");
}
