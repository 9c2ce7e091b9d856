import type { Database, Query } from "#server/database/database.ts";
import type { Files } from "#server/files/index.ts";
import type { StoreName } from "#server/files/stores/store.ts";

/**
 * Records a stored file that belongs to no document. Each key is in exactly one table: `private.document_files`, or
 * `private.unclaimed_files` during the upload and after the document is deleted. A scheduled job deletes unclaimed
 * files, so a crash never leaves a row without a file, and leaves an orphaned file only for a short time.
 */
export async function addUnclaimedFile(query: Query, key: string, store: StoreName): Promise<void> {
  await query("insert into private.unclaimed_files (storage_key, store) values ($1, $2)", [key, store]);
}

/** Claims a file for a document. @returns false if the file was deleted in the meantime. */
export async function claimFile(query: Query, key: string): Promise<boolean> {
  const rows = await query("delete from private.unclaimed_files where storage_key = $1 returning 1", [key]);
  return rows.length === 1;
}

/**
 * Deletes a file if no document has claimed it. Locks the row until the file is deleted, so that a concurrent claim
 * waits and then fails.
 */
export async function deleteIfUnclaimed(database: Database, files: Files, key: string): Promise<boolean> {
  return database.bypassPolicies({ reason: "delete an unclaimed file" }, async (query) => {
    const [unclaimed] = await query(
      "select store from private.unclaimed_files where storage_key = $1 for update skip locked",
      [key],
    );
    if (!unclaimed) {
      return false;
    }
    await files.getStore(unclaimed.store).remove(key);
    await claimFile(query, key);
    return true;
  });
}

/** Deletes files that became unclaimed before `cutoff`. @returns the number of deleted files. */
export async function deleteUnclaimedFiles(database: Database, files: Files, cutoff: Date): Promise<number> {
  const rows = await database.bypassPolicies({ reason: "list unclaimed files" }, (query) =>
    query("select storage_key from private.unclaimed_files where since <= $1 order by since limit 500", [
      cutoff,
    ]),
  );
  let deleted = 0;
  for (const { storage_key } of rows) {
    if (await deleteIfUnclaimed(database, files, storage_key)) {
      deleted += 1;
    }
  }
  return deleted;
}
