import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Connection, onlineBackup } from "#embedded-supabase/database/index.ts";
import { type ArchiveWriter, writeArchive } from "./archive.ts";
import { CLUSTER, MANIFEST, type Manifest, THE_END } from "./manifest.ts";

/** Comes by its own way: files of a running database cannot just be copied. */
const DATABASE = "database";

/** What a backup took. */
export type BackupMade = { files: number; bytes: number };

/**
 * Backs up a data directory while the product runs: database, keys, documents and kept mail, in one file that appears
 * whole or not at all.
 * @throws Error of the disk or of the database.
 */
export async function makeBackup(parts: {
  dataDir: string;
  database: { superuser: Connection; clusterDirectory: string };
  file: string;
  passphrase: string | undefined;
  manifest: Manifest;
}): Promise<BackupMade> {
  const unfinished = `${parts.file}.unfinished-${process.pid}`;
  const made = { files: 0, bytes: 0 };
  try {
    await writeArchive(unfinished, parts.passphrase, async (writer) => {
      const counted = counting(writer, made);
      await counted.addText(MANIFEST, JSON.stringify(parts.manifest, null, 2));
      // Files first and once more at the end: a row in the copy then has its file, whether that came or went meanwhile.
      const taken = new Set<string>();
      await addFiles(parts.dataDir, counted, taken);
      await onlineBackup(parts.database, (name, entry) =>
        "text" in entry
          ? counted.addText(`${CLUSTER}/${name}`, entry.text)
          : counted.addFile(`${CLUSTER}/${name}`, entry.path, entry.size).then(() => {}),
      );
      await addFiles(parts.dataDir, counted, taken);
      await writer.addText(THE_END, JSON.stringify(made));
    });
    await rename(unfinished, parts.file);
    return made;
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  }
}

function counting(writer: ArchiveWriter, made: BackupMade): ArchiveWriter {
  return {
    async addFile(name, path, size) {
      const isThere = await writer.addFile(name, path, size);
      made.files += isThere ? 1 : 0;
      made.bytes += isThere ? size : 0;
      return isThere;
    },
    async addText(name, text) {
      await writer.addText(name, text);
      made.files += 1;
      made.bytes += Buffer.byteLength(text);
    },
  };
}

async function addFiles(dataDir: string, writer: ArchiveWriter, taken: Set<string>): Promise<void> {
  for (const name of await filesIn(dataDir)) {
    if (taken.has(name)) continue;
    const found = await stat(join(dataDir, name)).catch(() => null);
    if (!found?.isFile()) continue;
    if (await writer.addFile(name, join(dataDir, name), found.size)) taken.add(name);
  }
}

async function filesIn(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) names.push(entry.name);
    if (!entry.isDirectory() || entry.name === DATABASE) continue;
    const within = await readdir(join(dataDir, entry.name), { recursive: true });
    names.push(...within.map((name) => `${entry.name}/${name}`));
  }
  return names;
}
