import type { Bytes } from "./bytes.ts";

/** What a zip archive says it holds. Nothing of it is unpacked to know. */
export type ZipDirectory = { names: ReadonlySet<string>; unpackedBytes: number; isEncrypted: boolean };

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LONGEST_COMMENT = 0xffff;
/** An office file has tens of entries; these bounds are far above any, and far below what would cost us. */
const MOST_ENTRIES = 10_000;
const MOST_DIRECTORY_BYTES = 4 * 1024 * 1024;

type End = { entries: number; directoryBytes: number; directoryAt: number };

/** Whether the file ends as a zip archive does, whatever it begins with. */
export async function endsAsZip(bytes: Bytes): Promise<boolean> {
  return (await findEnd(bytes)) !== null;
}

/** The archive's directory; null where it is none that a reader of office files would take. */
export async function readZipDirectory(bytes: Bytes): Promise<ZipDirectory | null> {
  const end = await findEnd(bytes);
  if (!end || end.entries === 0 || end.entries > MOST_ENTRIES || end.directoryBytes > MOST_DIRECTORY_BYTES)
    return null;
  const directory = await bytes.at(end.directoryAt, end.directoryBytes);
  if (directory.length < end.directoryBytes) return null;
  const names = new Set<string>();
  let unpackedBytes = 0;
  let isEncrypted = false;
  let offset = 0;
  for (let entry = 0; entry < end.entries; entry += 1) {
    if (offset + ENTRY_BYTES > directory.length || directory.readUInt32LE(offset) !== ENTRY) return null;
    const nameLength = directory.readUInt16LE(offset + 28);
    const name = directory.toString("utf8", offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameLength);
    // The same name twice means one thing to this reader and another to the next.
    if (names.has(name)) return null;
    names.add(name);
    unpackedBytes += directory.readUInt32LE(offset + 24);
    isEncrypted ||= (directory.readUInt16LE(offset + 8) & 1) === 1;
    offset +=
      ENTRY_BYTES + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return { names, unpackedBytes, isEncrypted };
}

async function findEnd(bytes: Bytes): Promise<End | null> {
  const tail = await bytes.at(
    Math.max(0, bytes.size - END_BYTES - LONGEST_COMMENT),
    END_BYTES + LONGEST_COMMENT,
  );
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    // The record's comment reaches exactly to the end, or these four bytes are there by chance.
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    return {
      entries: tail.readUInt16LE(at + 10),
      directoryBytes: tail.readUInt32LE(at + 12),
      directoryAt: tail.readUInt32LE(at + 16),
    };
  }
  return null;
}
