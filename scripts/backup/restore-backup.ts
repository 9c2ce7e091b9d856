import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { EMPTY_DIRECTORIES } from "@wardline/embedded-supabase/database";
import { ArchiveSize, CLUSTER_DIRECTORY, END_ENTRY, MANIFEST_ENTRY, Manifest } from "./manifest.ts";
import { ArchiveError, readArchive } from "./read-archive.ts";

const MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

/**
 * Restores a backup to a data directory that is missing or empty. The files are unpacked to a temporary folder, which is
 * renamed when the archive is complete. An interrupted restore therefore leaves no partial data directory.
 * @throws {ArchiveError} if the backup cannot be restored.
 */
export async function restoreBackup(
  file: string,
  passphrase: string | undefined,
  dataDir: string,
): Promise<Manifest> {
  const existing = await readdir(dataDir).catch(() => []);
  if (existing.length > 0) {
    throw new ArchiveError(`${dataDir} is not empty. Restore to a DATA_DIR that does not exist yet.`);
  }
  const temporaryDir = `${dataDir}.restoring-${process.pid}`;
  await mkdir(temporaryDir, { recursive: true, mode: 0o700 });
  try {
    const manifest = await unpack(file, passphrase, temporaryDir);
    for (const folder of EMPTY_DIRECTORIES) {
      await mkdir(join(temporaryDir, CLUSTER_DIRECTORY, folder), { recursive: true, mode: 0o700 });
    }
    await rm(dataDir, { recursive: true, force: true });
    await rename(temporaryDir, dataDir);
    return manifest;
  } catch (error) {
    await rm(temporaryDir, { recursive: true, force: true });
    throw error;
  }
}

async function unpack(file: string, passphrase: string | undefined, folder: string): Promise<Manifest> {
  const unpackedSize = { files: 0, bytes: 0 };
  let manifest: Manifest | undefined;
  let expectedSize: { files: number; bytes: number } | undefined;
  await readArchive(file, passphrase, async (name, content) => {
    if (name === END_ENTRY) {
      expectedSize = ArchiveSize.parse(JSON.parse(await readText(content)));
      return;
    }
    unpackedSize.files += 1;
    if (name === MANIFEST_ENTRY) {
      const text = await readText(content);
      unpackedSize.bytes += Buffer.byteLength(text);
      manifest = readManifest(file, text);
      await assertKnownSchema(file, manifest);
      return;
    }
    // The manifest must come before all other entries.
    if (!manifest) {
      throw new ArchiveError(`${file} was not created by npm run backup.`);
    }
    // Files of the cluster need no flush, because PostgreSQL flushes them when it starts.
    const flush = !name.startsWith(`${CLUSTER_DIRECTORY}/`);
    unpackedSize.bytes += await writeEntry(join(folder, toSafePath(file, name)), content, flush);
  });
  if (
    !manifest ||
    !expectedSize ||
    expectedSize.files !== unpackedSize.files ||
    expectedSize.bytes !== unpackedSize.bytes
  ) {
    throw new ArchiveError(`${file} is incomplete.`);
  }
  return manifest;
}

function readManifest(file: string, text: string): Manifest {
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (!parsed.success) {
    throw new ArchiveError(`${file} ${parsed.error.issues[0]?.message ?? "is not a backup"}.`);
  }
  return parsed.data;
}

/** Rejects a backup whose schema this version does not know, because the product could not start with it. */
async function assertKnownSchema(file: string, { schema }: Manifest): Promise<void> {
  const migrations = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
  if (migrations.includes(`${schema}.sql`)) {
    return;
  }
  if (`${schema}.sql` < (migrations[0] ?? "")) {
    throw new ArchiveError(
      `${file} was made by a pre-release version of this product and cannot be restored. Start with an empty DATA_DIR instead.`,
    );
  }
  throw new ArchiveError(
    `${file} was made by a newer version of this product (unknown migration ${schema}). Restore it with that version.`,
  );
}

function toSafePath(file: string, name: string): string {
  const normalizedPath = normalize(name);
  if (normalizedPath.startsWith(sep) || normalizedPath.split(sep).includes("..")) {
    throw new ArchiveError(`${file} contains the path ${JSON.stringify(name)}, which is outside its folder.`);
  }
  return normalizedPath;
}

async function writeEntry(path: string, content: AsyncIterable<Buffer>, flush: boolean): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fileStream = createWriteStream(path, { mode: 0o600, flush });
  await pipeline(Readable.from(content), fileStream);
  return fileStream.bytesWritten;
}

async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
