import type { Database, Query } from "#server/database/database.ts";
import type { Files } from "#server/files/index.ts";
import type { StoreName } from "#server/files/stores/store.ts";

/**
 * Records a stored file that belongs to no document. Each key is in exactly one of two tables: `private.document_files`, or
 * `private.unclaimed_files` during its upload and after its document is deleted. Unclaimed files are deleted later. A crash
 * therefore leaves no row without a file, and files without a row only for a short time.
 */
export async function addUnclaimedFile(query: Query, key: string, store: StoreName): Promise<void> {
  await query("insert into private.unclaimed_files (storage_key, store) values ($1, $2)", [key, store]);
}

/** Claims a file for a document. @returns false if the file has been deleted since. */
export async function claimFile(query: Query, key: string): Promise<boolean> {
  const rows = await query("delete from private.unclaimed_files where storage_key = $1 returning 1", [key]);
  return rows.length === 1;
}

/** Deletes a file if no document claims it. The row is locked until then, so that a concurrent claim waits and fails. */
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

/** Deletes files that have been unclaimed since before the given time. @returns the number of deleted files. */
export async function deleteUnclaimedFiles(database: Database, files: Files, since: Date): Promise<number> {
  const rows = await database.bypassPolicies({ reason: "list unclaimed files" }, (query) =>
    query("select storage_key from private.unclaimed_files where since <= $1 order by since limit 500", [
      since,
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
