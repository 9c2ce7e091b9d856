import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Encrypter } from "age-encryption";
import { type Pack, pack } from "tar-stream";
import { fromWebStream, toWebStream } from "#server/files/streams.ts";

/** Adds entries to an archive, one at a time. */
export type ArchiveWriter = {
  /**
   * Adds the first `size` bytes of a file. Pads the entry with zeros if the file is now shorter.
   * @returns false if the file no longer exists.
   */
  addFile(name: string, path: string, size: number): Promise<boolean>;
  addText(name: string, text: string): Promise<void>;
};

/**
 * Writes a gzipped tar archive, which is encrypted with age if there is a passphrase. Only the owner can read `file`. The
 * promise resolves after the data has been flushed to disk.
 * @throws the errors of `fill` and of the file system. The file is then incomplete.
 */
export async function writeArchive(
  file: string,
  passphrase: string | undefined,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const tar = pack();
  const gzipStream = createGzip();
  const archiveStream = passphrase ? await encrypt(gzipStream, passphrase) : gzipStream;
  const fileStream = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  const completion = Promise.all([pipeline(tar, gzipStream), pipeline(archiveStream, fileStream)]);
  // A write error, such as a full disk, must stop `fill`. `await completion` throws the error.
  completion.catch((error) => tar.destroy(error));
  try {
    await fill({
      addFile: (name, path, size) => addFile(tar, name, path, size),
      addText: (name, text) => addText(tar, name, text),
    });
    tar.finalize();
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    await completion;
  }
  await completion;
}

async function encrypt(source: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const stream = await encrypter.encrypt(toWebStream(source));
  return fromWebStream(stream);
}

async function addFile(tar: Pack, name: string, path: string, size: number): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return null;
    }
    throw error;
  });
  if (!file) {
    return false;
  }
  try {
    await pipeline(readExactly(file, size), tar.entry({ name, size, mode: 0o600 }));
    return true;
  } finally {
    await file.close();
  }
}

/** Pads a file that shrinks while it is read. For a database file, replaying the write-ahead log restores the content. */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let remaining = size;
  while (remaining > 0) {
    const length = Math.min(remaining, 65_536);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - remaining);
    const chunk = bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer;
    remaining -= chunk.length;
    yield chunk;
  }
}

function addText(tar: Pack, name: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()));
  });
}
