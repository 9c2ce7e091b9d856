import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { backUpCluster, type Connection } from "@wardline/embedded-supabase/database";
import { CACHE_DIRECTORY } from "#server/data-directory.ts";
import { type ArchiveWriter, writeArchive } from "./archive.ts";
import { CLUSTER_DIRECTORY, END_ENTRY, MANIFEST_ENTRY, type Manifest } from "./manifest.ts";

/** Not copied file by file: a running database requires an online backup, and the cache is created again. */
const EXCLUDED_DIRECTORIES = new Set(["database", CACHE_DIRECTORY]);

/** The number and size of the files in a backup. */
export type BackupSize = { files: number; bytes: number };

/**
 * Backs up a data directory (database, keys, documents and stored email) to one file. The product may be running. The
 * backup is written to a temporary file, which is renamed when it is complete.
 * @throws {Error} if the file system or the database fails.
 */
export async function makeBackup(options: {
  dataDir: string;
  database: { superuser: Connection; clusterDirectory: string };
  file: string;
  passphrase: string | undefined;
  manifest: Manifest;
}): Promise<BackupSize> {
  const temporaryFile = `${options.file}.unfinished-${process.pid}`;
  const total = { files: 0, bytes: 0 };
  try {
    await writeArchive(temporaryFile, options.passphrase, async (writer) => {
      const countingWriter = countEntries(writer, total);
      await countingWriter.addText(MANIFEST_ENTRY, JSON.stringify(options.manifest, null, 2));
      // Copy files before and after the database, so that each document in the backup has its file, even if the file is
      // added or deleted during the backup.
      const copiedFiles = new Set<string>();
      await addFiles(options.dataDir, countingWriter, copiedFiles);
      await backUpCluster(options.database, (name, entry) =>
        "text" in entry
          ? countingWriter.addText(`${CLUSTER_DIRECTORY}/${name}`, entry.text)
          : countingWriter.addFile(`${CLUSTER_DIRECTORY}/${name}`, entry.path, entry.size).then(() => {}),
      );
      await addFiles(options.dataDir, countingWriter, copiedFiles);
      await writer.addText(END_ENTRY, JSON.stringify(total));
    });
    await rename(temporaryFile, options.file);
    return total;
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
}

function countEntries(writer: ArchiveWriter, total: BackupSize): ArchiveWriter {
  return {
    async addFile(name, path, size) {
      const wasAdded = await writer.addFile(name, path, size);
      total.files += wasAdded ? 1 : 0;
      total.bytes += wasAdded ? size : 0;
      return wasAdded;
    },
    async addText(name, text) {
      await writer.addText(name, text);
      total.files += 1;
      total.bytes += Buffer.byteLength(text);
    },
  };
}

async function addFiles(dataDir: string, writer: ArchiveWriter, copied: Set<string>): Promise<void> {
  for (const name of await listFiles(dataDir)) {
    if (copied.has(name)) {
      continue;
    }
    const stats = await stat(join(dataDir, name)).catch(() => null);
    if (!stats?.isFile()) {
      continue;
    }
    if (await writer.addFile(name, join(dataDir, name), stats.size)) {
      copied.add(name);
    }
  }
}

async function listFiles(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) {
      names.push(entry.name);
    }
    if (!entry.isDirectory() || EXCLUDED_DIRECTORIES.has(entry.name)) {
      continue;
    }
    const nested = await readdir(join(dataDir, entry.name), { recursive: true });
    names.push(...nested.map((name) => `${entry.name}/${name}`));
  }
  return names;
}
