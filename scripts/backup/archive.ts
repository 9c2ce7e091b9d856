import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { Encrypter } from "age-encryption";
import { type Pack, pack } from "tar-stream";

/** Takes what a backup holds, one entry after the other. */
export type ArchiveWriter = {
  /**
   * Takes the first `size` bytes of a file; one that has become shorter meanwhile is filled up with zeros.
   * @returns false where the file is gone.
   */
  addFile(name: string, path: string, size: number): Promise<boolean>;
  addText(name: string, text: string): Promise<void>;
};

/**
 * Writes an archive: a tar, packed with gzip, and with a passphrase encrypted in the format of age, so that common
 * tools open it too. Only its owner may read `file`; it is on the disk before this resolves.
 * @throws what `fill` throws, and what the disk says; the file is then of no use.
 */
export async function writeArchive(
  file: string,
  passphrase: string | undefined,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const tar = pack();
  const packed = createGzip();
  const body = passphrase ? await encrypted(packed, passphrase) : packed;
  const target = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  const written = Promise.all([pipeline(tar, packed), pipeline(body, target)]);
  // A disk that is full must end whoever is writing; the cause is thrown at the end.
  written.catch((cause) => tar.destroy(cause));
  try {
    await fill({
      addFile: (name, path, size) => addFile(tar, name, path, size),
      addText: (name, text) => addText(tar, name, text),
    });
    tar.finalize();
  } catch (cause) {
    tar.destroy(cause as Error);
    await written;
  }
  await written;
}

async function encrypted(source: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const stream = await encrypter.encrypt(asWeb(source));
  return Readable.fromWeb(stream as WebStream<Uint8Array>);
}

/** The two declarations of the same web stream, Node's and the browser's, differ in name only. */
export function asWeb(source: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
}

async function addFile(tar: Pack, name: string, path: string, size: number): Promise<boolean> {
  const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw cause;
  });
  if (!file) return false;
  try {
    await pipeline(exactly(file, size), tar.entry({ name, size, mode: 0o600 }));
    return true;
  } finally {
    await file.close();
  }
}

/** A database file may shrink while it is read; its log puts the rest right. */
async function* exactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = size;
  while (left > 0) {
    const wanted = Math.min(left, 65_536);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, size - left);
    const chunk = bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer;
    left -= chunk.length;
    yield chunk;
  }
}

function addText(tar: Pack, name: string, text: string): Promise<void> {
  return new Promise((added, failed) => {
    tar.entry({ name, mode: 0o600 }, text, (cause) => (cause ? failed(cause) : added()));
  });
}
