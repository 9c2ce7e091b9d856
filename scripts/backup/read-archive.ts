import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import { fromWebStream, toWebStream } from "#server/files/streams.ts";

/** The file is not a backup, is incomplete, or requires another passphrase. The operator sees the message. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

const AGE_HEADER = "age-encryption.org/v1";

/**
 * Reads an archive and passes each entry to `onEntry`, which must read the entry's whole content.
 * @throws {ArchiveError} if the archive cannot be read, and the errors of `onEntry`.
 */
export async function readArchive(
  file: string,
  passphrase: string | undefined,
  onEntry: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = createReadStream(file);
  const archiveStream = (await isEncrypted(file)) ? await decrypt(source, passphrase) : source;
  const entries = extract();
  const completion = pipeline(archiveStream, createGunzip(), entries);
  // The loop below throws the same error, so this one is ignored.
  completion.catch(() => {});
  try {
    for await (const entry of entries) {
      await onEntry(entry.header.name, readChunks(entry));
    }
    await completion;
  } catch (error) {
    entries.destroy();
    if (error instanceof ArchiveError || isSystemError(error)) {
      throw error;
    }
    const message = error instanceof Error ? error.message : String(error);
    throw new ArchiveError(`${file} is damaged or incomplete: ${message}`, { cause: error });
  }
}

async function* readChunks(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) {
    if (Buffer.isBuffer(chunk)) {
      yield chunk;
    }
  }
}

/** Returns whether an error comes from the operating system, for example because the disk is full. */
const isSystemError = (error: unknown): boolean => error instanceof Error && "syscall" in error;

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: Error) => {
    throw new ArchiveError(`We couldn't read ${file}: ${error.message}`, { cause: error });
  });
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0)
    .finally(() => handle.close());
  const header = buffer.subarray(0, bytesRead);
  if (header.toString("latin1") === AGE_HEADER) {
    return true;
  }
  if (header[0] === 0x1f && header[1] === 0x8b) {
    return false;
  }
  throw new ArchiveError(`${file} was not created by npm run backup.`);
}

async function decrypt(source: Readable, passphrase: string | undefined): Promise<Readable> {
  if (!passphrase) {
    throw new ArchiveError("The backup is encrypted. Set BACKUP_PASSPHRASE.");
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const stream = await decrypter.decrypt(toWebStream(source)).catch((error: Error) => {
    throw new ArchiveError("BACKUP_PASSPHRASE does not match this backup.", { cause: error });
  });
  return fromWebStream(stream);
}
