import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import { asWeb } from "./archive.ts";

/** A file that is no backup, is cut off, or wants another passphrase; the message is for the person at the machine. */
export class UnreadableArchive extends Error {
  override name = "UnreadableArchive";
}

const ENCRYPTED = "age-encryption.org/v1";

/**
 * Reads an archive from its beginning to its end, handing each entry to `take`, which must read it to its end.
 * @throws UnreadableArchive in plain words; what `take` throws.
 */
export async function readArchive(
  file: string,
  passphrase: string | undefined,
  take: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = createReadStream(file);
  const body = (await isEncrypted(file)) ? await decrypted(source, passphrase) : source;
  const entries = extract();
  const read = pipeline(body, createGunzip(), entries);
  // The same trouble ends the loop below, which says so.
  read.catch(() => {});
  try {
    for await (const entry of entries) await take(entry.header.name, bytesOf(entry));
    await read;
  } catch (cause) {
    entries.destroy();
    if (cause instanceof UnreadableArchive || isOfTheSystem(cause)) throw cause;
    throw new UnreadableArchive(`${file} is damaged or cut off: ${(cause as Error).message}`, { cause });
  }
}

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) if (Buffer.isBuffer(chunk)) yield chunk;
}

/** A full disk, for example: not the archive's fault. */
const isOfTheSystem = (cause: unknown): boolean => cause instanceof Error && "syscall" in cause;

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((cause: Error) => {
    throw new UnreadableArchive(`${file} cannot be read: ${cause.message}`, { cause });
  });
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(ENCRYPTED.length), 0, ENCRYPTED.length, 0)
    .finally(() => handle.close());
  const beginning = buffer.subarray(0, bytesRead);
  if (beginning.toString("latin1") === ENCRYPTED) return true;
  if (beginning[0] === 0x1f && beginning[1] === 0x8b) return false;
  throw new UnreadableArchive(`${file} is not a backup of this product.`);
}

async function decrypted(source: Readable, passphrase: string | undefined): Promise<Readable> {
  if (!passphrase) throw new UnreadableArchive("The backup is encrypted: set BACKUP_PASSPHRASE.");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const stream = await decrypter.decrypt(asWeb(source)).catch((cause: Error) => {
    throw new UnreadableArchive("BACKUP_PASSPHRASE does not open this backup.", { cause });
  });
  return Readable.fromWeb(stream as WebStream<Uint8Array>);
}
