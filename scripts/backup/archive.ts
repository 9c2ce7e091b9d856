import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { Encrypter } from "age-encryption";
import { type Pack, pack } from "tar-stream";

/** Adds entries to an archive, one at a time. */
export type ArchiveWriter = {
  /**
   * Adds the first `size` bytes of a file. A file that has become shorter is padded with zeros.
   * @returns false if the file no longer exists.
   */
  addFile(name: string, path: string, size: number): Promise<boolean>;
  addText(name: string, text: string): Promise<void>;
};

/**
 * Writes a gzipped tar archive, encrypted with age if there is a passphrase, so that standard tools can open it. Only
 * the owner can read `file`. The data has been flushed to disk when the promise resolves.
 * @throws the errors of `fill` and of the file system. The file is then incomplete.
 */
export async function writeArchive(
  file: string,
  passphrase: string | undefined,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const tar = pack();
  const packed = createGzip();
  const body = passphrase ? await encrypt(packed, passphrase) : packed;
  const target = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  const written = Promise.all([pipeline(tar, packed), pipeline(body, target)]);
  // A write error, such as a full disk, must stop `fill`. The error is thrown by `await written`.
  written.catch((error) => tar.destroy(error));
  try {
    await fill({
      addFile: (name, path, size) => addFile(tar, name, path, size),
      addText: (name, text) => addText(tar, name, text),
    });
    tar.finalize();
  } catch (error) {
    tar.destroy(error as Error);
    await written;
  }
  await written;
}

async function encrypt(source: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const stream = await encrypter.encrypt(toWebStream(source));
  return Readable.fromWeb(stream as WebStream<Uint8Array>);
}

/** Node.js and the DOM types declare the same web stream twice, so a cast is needed. */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
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

/** A database file may shrink while it is read. Replaying the write-ahead log then restores its content. */
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
