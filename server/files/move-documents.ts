import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Database } from "#server/database.ts";
import type { Files } from "#server/files/index.ts";
import type { SpooledFile } from "#server/files/spool.ts";
import { type StoreName, StoreProblem } from "#server/files/store.ts";
import { claim, noteUnclaimed, sweepKey } from "#server/files/unclaimed-files.ts";

/** How a move went. `damaged` are documents whose bytes are missing or not what was uploaded: they stay. */
export type MoveReport = { moved: number; damaged: string[] };

type Misplaced = { document_id: string; storage_key: string; store: StoreName; sha256: string };

/**
 * Moves the bytes of every document to a store, one after the other, while the product may run: each is copied under a
 * key of its own, read back and compared with the hash of its upload, then the row turns to the copy and the old bytes
 * are swept. A move that breaks off is taken up by the next one.
 */
export async function moveDocuments(
  database: Database,
  files: Files,
  to: StoreName,
  say: (line: string) => void = () => {},
): Promise<MoveReport> {
  const misplaced = await database.bypassingPolicies({ reason: "look for documents to move" }, (query) =>
    query<Misplaced>(
      "select document_id, storage_key, store, sha256 from private.document_files where store <> $1",
      [to],
    ),
  );
  const report: MoveReport = { moved: 0, damaged: [] };
  for (const document of misplaced) {
    if (await move(database, files, to, document)) report.moved += 1;
    else report.damaged.push(document.document_id);
    say(`${report.moved + report.damaged.length} of ${misplaced.length}`);
  }
  return report;
}

async function move(database: Database, files: Files, to: StoreName, from: Misplaced): Promise<boolean> {
  const bytes = await files.storeNamed(from.store).read(from.storage_key).catch(nullWhenMissing);
  if (!bytes) return false;
  // Through a file of our own: stores take whole files, of a length and hash they are told.
  const copy = await files.spool.receive(bytes);
  try {
    if (copy.sha256 !== from.sha256) return false;
    await keep(database, files, to, copy);
    await turn(database, from, to, copy.key);
  } finally {
    await files.spool.remove(copy);
    // Whichever of the two nobody claims now.
    await sweepKey(database, files, copy.key);
    await sweepKey(database, files, from.storage_key);
  }
  return true;
}

function nullWhenMissing(cause: unknown): null {
  if (cause instanceof StoreProblem && cause.reason === "missing") return null;
  throw cause;
}

async function keep(database: Database, files: Files, to: StoreName, copy: SpooledFile): Promise<void> {
  const store = files.storeNamed(to);
  await database.bypassingPolicies({ reason: "announce a copy" }, (query) =>
    noteUnclaimed(query, copy.key, to),
  );
  await store.put(copy.key, copy);
  if ((await hashOf(await store.read(copy.key))) !== copy.sha256)
    throw new Error(`the ${to} store gives back other bytes than it was given`);
}

/** From now on the document is the copy; a document deleted meanwhile needs none. */
async function turn(database: Database, from: Misplaced, to: StoreName, key: string): Promise<void> {
  await database.bypassingPolicies({ reason: "move a document" }, async (query) => {
    const turned = await query(
      `update private.document_files set store = $3, storage_key = $4
        where document_id = $1 and storage_key = $2 returning 1`,
      [from.document_id, from.storage_key, to, key],
    );
    if (turned.length === 0) return;
    if (!(await claim(query, key))) throw new Error("the copy was swept before it was claimed");
    await noteUnclaimed(query, from.storage_key, from.store);
  });
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
