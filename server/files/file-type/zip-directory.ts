import type { RandomAccessFile } from "./random-access-file.ts";
import type { ZipEntry } from "./zip-entry.ts";

/**
 * The central directory of a ZIP archive. Reading it unpacks nothing, so `unpackedBytes` is the size that the archive
 * declares.
 */
export type ZipDirectory = {
  /** Entries by name. */
  entries: ReadonlyMap<string, ZipEntry>;
  unpackedBytes: number;
  isEncrypted: boolean;
};

const END_RECORD_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_RECORD_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT_BYTES = 0xffff;
/** Office files have far fewer entries. */
const MAX_ENTRIES = 10_000;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;

type EndRecord = { entries: number; directoryBytes: number; directoryOffset: number };

/** Whether the file ends with the central directory of a ZIP archive, regardless of how it starts. */
export async function endsAsZip(file: RandomAccessFile): Promise<boolean> {
  return (await findEndRecord(file)) !== null;
}

/** Returns null if the file is not a ZIP archive that Office would open. */
export async function readZipDirectory(file: RandomAccessFile): Promise<ZipDirectory | null> {
  const endRecord = await findEndRecord(file);
  if (
    !endRecord ||
    endRecord.entries === 0 ||
    endRecord.entries > MAX_ENTRIES ||
    endRecord.directoryBytes > MAX_DIRECTORY_BYTES
  ) {
    return null;
  }
  const directory = await file.read(endRecord.directoryOffset, endRecord.directoryBytes);
  if (directory.length < endRecord.directoryBytes) {
    return null;
  }
  const entries = new Map<string, ZipEntry>();
  const lowerCaseNames = new Set<string>();
  let unpackedBytes = 0;
  let isEncrypted = false;
  let offset = 0;
  for (let entry = 0; entry < endRecord.entries; entry += 1) {
    if (offset + ENTRY_BYTES > directory.length || directory.readUInt32LE(offset) !== ENTRY_SIGNATURE) {
      return null;
    }
    const nameLength = directory.readUInt16LE(offset + 28);
    const name = directory.toString("utf8", offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameLength);
    // If two entries have the same name, programs differ in which one they read. Office ignores case.
    if (lowerCaseNames.has(name.toLowerCase())) {
      return null;
    }
    lowerCaseNames.add(name.toLowerCase());
    entries.set(name, {
      headerOffset: directory.readUInt32LE(offset + 42),
      packedBytes: directory.readUInt32LE(offset + 20),
      method: directory.readUInt16LE(offset + 10),
    });
    unpackedBytes += directory.readUInt32LE(offset + 24);
    isEncrypted ||= (directory.readUInt16LE(offset + 8) & 1) === 1;
    offset +=
      ENTRY_BYTES + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return { entries, unpackedBytes, isEncrypted };
}

async function findEndRecord(file: RandomAccessFile): Promise<EndRecord | null> {
  const tail = await file.read(
    Math.max(0, file.size - END_RECORD_BYTES - MAX_COMMENT_BYTES),
    END_RECORD_BYTES + MAX_COMMENT_BYTES,
  );
  for (let offset = tail.length - END_RECORD_BYTES; offset >= 0; offset -= 1) {
    if (tail.readUInt32LE(offset) !== END_RECORD_SIGNATURE) {
      continue;
    }
    // The archive's comment must end at the end of the file. Otherwise, the signature occurs here by chance.
    if (offset + END_RECORD_BYTES + tail.readUInt16LE(offset + 20) !== tail.length) {
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
