import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { RandomAccessFile } from "./random-access-file.ts";

/** Where an archive stores an entry, according to its central directory. */
export type ZipEntry = { headerOffset: number; packedBytes: number; method: number };

const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

const inflate = promisify(inflateRaw);

/** Returns the content of an entry, or null if it is damaged, uses another method or is larger than `maxBytes`. */
export async function readZipEntry(
  file: RandomAccessFile,
  entry: ZipEntry,
  maxBytes: number,
): Promise<Buffer | null> {
  const header = await file.read(entry.headerOffset, LOCAL_HEADER_BYTES);
  if (
    header.length < LOCAL_HEADER_BYTES ||
    header.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE ||
    entry.packedBytes > maxBytes
  ) {
    return null;
  }
  const contentOffset =
    entry.headerOffset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await file.read(contentOffset, entry.packedBytes);
  if (packed.length < entry.packedBytes) {
    return null;
  }
  if (entry.method === STORED) {
    return packed;
  }
  if (entry.method !== DEFLATED) {
    return null;
  }
  return inflate(packed, { maxOutputLength: maxBytes }).catch(() => null);
}
