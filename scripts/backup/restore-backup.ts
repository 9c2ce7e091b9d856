import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { EMPTY_FOLDERS } from "#embedded-supabase/database/index.ts";
import { CLUSTER, End, MANIFEST, Manifest, THE_END } from "./manifest.ts";
import { readArchive, UnreadableArchive } from "./read-archive.ts";

const MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

/**
 * Puts a backup's files where a data directory is missing or empty. They come into a folder beside it, which gets the
 * name only when the archive was whole: a restore that is killed leaves nothing half-made in place.
 * @returns what the backup says of itself.
 * @throws UnreadableArchive with one line for the person at the machine.
 */
export async function restoreBackup(
  file: string,
  passphrase: string | undefined,
  dataDir: string,
): Promise<Manifest> {
  const there = await readdir(dataDir).catch(() => []);
  if (there.length > 0)
    throw new UnreadableArchive(`${dataDir} is not empty: restore into a DATA_DIR that does not exist yet.`);
  const beside = `${dataDir}.restoring-${process.pid}`;
  await mkdir(beside, { recursive: true, mode: 0o700 });
  try {
    const manifest = await unpack(file, passphrase, beside);
    for (const folder of EMPTY_FOLDERS)
      await mkdir(join(beside, CLUSTER, folder), { recursive: true, mode: 0o700 });
    await rm(dataDir, { recursive: true, force: true });
    await rename(beside, dataDir);
    return manifest;
  } catch (cause) {
    await rm(beside, { recursive: true, force: true });
    throw cause;
  }
}

async function unpack(file: string, passphrase: string | undefined, folder: string): Promise<Manifest> {
  const read = { files: 0, bytes: 0 };
  let manifest: Manifest | undefined;
  let end: { files: number; bytes: number } | undefined;
  await readArchive(file, passphrase, async (name, content) => {
    if (name === THE_END) {
      end = End.parse(JSON.parse(await textOf(content)));
      return;
    }
    read.files += 1;
    if (name === MANIFEST) {
      const text = await textOf(content);
      read.bytes += Buffer.byteLength(text);
      manifest = readManifest(file, text);
      await refuseNewer(file, manifest);
      return;
    }
    // Nothing is unpacked before the backup said what it is.
    if (!manifest) throw new UnreadableArchive(`${file} is not a backup of this product.`);
    // PostgreSQL itself flushes a copied cluster when it starts on it.
    const flush = !name.startsWith(`${CLUSTER}/`);
    read.bytes += await place(join(folder, safeName(file, name)), content, flush);
  });
  if (!manifest || !end || end.files !== read.files || end.bytes !== read.bytes)
    throw new UnreadableArchive(`${file} is cut off: it does not hold all it should.`);
  return manifest;
}

function readManifest(file: string, text: string): Manifest {
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new UnreadableArchive(`${file} ${parsed.error.issues[0]?.message ?? "is not a backup"}.`);
  return parsed.data;
}

/** Before anything is unpacked: its database would be refused at the next start. */
async function refuseNewer(file: string, { schema }: Manifest): Promise<void> {
  if ((await readdir(MIGRATIONS)).includes(`${schema}.sql`)) return;
  throw new UnreadableArchive(
    `${file} was made by a newer version of this program (${schema} is not known here): restore it with that version.`,
  );
}

function safeName(file: string, name: string): string {
  const clean = normalize(name);
  if (clean.startsWith(sep) || clean.split(sep).includes(".."))
    throw new UnreadableArchive(
      `${file} holds the name ${JSON.stringify(name)}, which leads out of its folder.`,
    );
  return clean;
}

async function place(path: string, content: AsyncIterable<Buffer>, flush: boolean): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const target = createWriteStream(path, { mode: 0o600, flush });
  await pipeline(Readable.from(content), target);
  return target.bytesWritten;
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
