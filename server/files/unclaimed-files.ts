import type { Database, Query } from "#server/database.ts";
import type { Files } from "#server/files/index.ts";
import type { StoreName } from "#server/files/store.ts";

/**
 * A key is in exactly one of two tables: `private.document_files`, or `private.unclaimed_files` while its upload is
 * under way and once its document is deleted. What is unclaimed is swept, so that whoever dies in between leaves neither
 * a row without a file nor, for long, a file without a row.
 */
export async function noteUnclaimed(query: Query, key: string, store: StoreName): Promise<void> {
  await query("insert into private.unclaimed_files (storage_key, store) values ($1, $2)", [key, store]);
}

/** Takes the key back for a document. @returns false when the sweep was faster: the bytes are gone then. */
export async function claim(query: Query, key: string): Promise<boolean> {
  const rows = await query("delete from private.unclaimed_files where storage_key = $1 returning 1", [key]);
  return rows.length === 1;
}

/**
 * Removes the bytes of one key if nobody claims it. The row is locked meanwhile: an upload that would claim it waits,
 * and then knows.
 */
export async function sweepKey(database: Database, files: Files, key: string): Promise<boolean> {
  return database.bypassingPolicies({ reason: "sweep bytes nobody claims" }, async (query) => {
    const [found] = await query<{ store: StoreName }>(
      "select store from private.unclaimed_files where storage_key = $1 for update skip locked",
      [key],
    );
    if (!found) return false;
    await files.storeNamed(found.store).remove(key);
    await claim(query, key);
    return true;
  });
}

/** Sweeps every key unclaimed since before the given time. @returns how many. */
export async function sweepUnclaimed(database: Database, files: Files, since: Date): Promise<number> {
  const left = await database.bypassingPolicies({ reason: "look for bytes nobody claims" }, (query) =>
    query<{ storage_key: string }>(
      "select storage_key from private.unclaimed_files where since <= $1 order by since limit 500",
      [since],
    ),
  );
  let swept = 0;
  for (const { storage_key } of left) if (await sweepKey(database, files, storage_key)) swept += 1;
  return swept;
}
