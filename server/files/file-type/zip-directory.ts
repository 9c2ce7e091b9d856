import type { RandomAccessFile } from "./random-access-file.ts";

/** The directory of a ZIP archive, as declared. Nothing is unpacked to read it. */
export type ZipDirectory = { names: ReadonlySet<string>; unpackedBytes: number; isEncrypted: boolean };

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT_BYTES = 0xffff;
/** Real Office files have tens of entries. */
const MAX_ENTRIES = 10_000;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;

type EndRecord = { entries: number; directoryBytes: number; directoryOffset: number };

/** Whether the file ends with the directory of a ZIP archive, regardless of how it starts. */
export async function endsAsZip(file: RandomAccessFile): Promise<boolean> {
  return (await findEndRecord(file)) !== null;
}

/** Returns null if the file is not a ZIP archive that Office would open. */
export async function readZipDirectory(file: RandomAccessFile): Promise<ZipDirectory | null> {
  const end = await findEndRecord(file);
  if (!end || end.entries === 0 || end.entries > MAX_ENTRIES || end.directoryBytes > MAX_DIRECTORY_BYTES) {
    return null;
  }
  const directory = await file.read(end.directoryOffset, end.directoryBytes);
  if (directory.length < end.directoryBytes) {
    return null;
  }
  const names = new Set<string>();
  let unpackedBytes = 0;
  let isEncrypted = false;
  let offset = 0;
  for (let entry = 0; entry < end.entries; entry += 1) {
    if (offset + ENTRY_BYTES > directory.length || directory.readUInt32LE(offset) !== ENTRY_SIGNATURE) {
      return null;
    }
    const nameLength = directory.readUInt16LE(offset + 28);
    const name = directory.toString("utf8", offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameLength);
    // Programs disagree about which of two entries with the same name they read.
    if (names.has(name)) {
      return null;
    }
    names.add(name);
    unpackedBytes += directory.readUInt32LE(offset + 24);
    isEncrypted ||= (directory.readUInt16LE(offset + 8) & 1) === 1;
    offset +=
      ENTRY_BYTES + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return { names, unpackedBytes, isEncrypted };
}

async function findEndRecord(file: RandomAccessFile): Promise<EndRecord | null> {
  const tail = await file.read(
    Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES),
    END_BYTES + MAX_COMMENT_BYTES,
  );
  for (let offset = tail.length - END_BYTES; offset >= 0; offset -= 1) {
    if (tail.readUInt32LE(offset) !== END_SIGNATURE) {
      continue;
    }
    // The comment must end at the end of the file. Otherwise these four bytes are there by chance.
    if (offset + END_BYTES + tail.readUInt16LE(offset + 20) !== tail.length) {
      continue;
    }
    return {
      entries: tail.readUInt16LE(offset + 10),
      directoryBytes: tail.readUInt32LE(offset + 12),
      directoryOffset: tail.readUInt32LE(offset + 16),
    };
  }
  return null;
}
