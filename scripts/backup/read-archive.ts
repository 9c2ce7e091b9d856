import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import { toWebStream } from "./archive.ts";

/** A file that is not a backup, is incomplete, or needs another passphrase. The message is shown to the operator. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

const ENCRYPTED = "age-encryption.org/v1";

/**
 * Reads an archive and passes each entry to `onEntry`, which must read the whole content.
 * @throws {ArchiveError} if the archive cannot be read. Errors of `onEntry` are passed on.
 */
export async function readArchive(
  file: string,
  passphrase: string | undefined,
  onEntry: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = createReadStream(file);
  const body = (await isEncrypted(file)) ? await decrypt(source, passphrase) : source;
  const entries = extract();
  const read = pipeline(body, createGunzip(), entries);
  // The loop below throws the same error.
  read.catch(() => {});
  try {
    for await (const entry of entries) {
      await onEntry(entry.header.name, readChunks(entry));
    }
    await read;
  } catch (error) {
    entries.destroy();
    if (error instanceof ArchiveError || isSystemError(error)) {
      throw error;
    }
    throw new ArchiveError(`${file} is damaged or incomplete: ${(error as Error).message}`, { cause: error });
  }
}

async function* readChunks(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) {
    if (Buffer.isBuffer(chunk)) {
      yield chunk;
    }
  }
}

/** An error of the file system, such as a full disk. */
const isSystemError = (error: unknown): boolean => error instanceof Error && "syscall" in error;

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: Error) => {
    throw new ArchiveError(`We couldn't read ${file}: ${error.message}`, { cause: error });
  });
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(ENCRYPTED.length), 0, ENCRYPTED.length, 0)
    .finally(() => handle.close());
  const header = buffer.subarray(0, bytesRead);
  if (header.toString("latin1") === ENCRYPTED) {
    return true;
  }
  if (header[0] === 0x1f && header[1] === 0x8b) {
    return false;
  }
  throw new ArchiveError(`${file} is not a backup of this product.`);
}

async function decrypt(source: Readable, passphrase: string | undefined): Promise<Readable> {
  if (!passphrase) {
    throw new ArchiveError("The backup is encrypted. Set BACKUP_PASSPHRASE.");
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const stream = await decrypter.decrypt(toWebStream(source)).catch((error: Error) => {
    throw new ArchiveError("BACKUP_PASSPHRASE is not the passphrase of this backup.", { cause: error });
  });
  return Readable.fromWeb(stream as WebStream<Uint8Array>);
}
