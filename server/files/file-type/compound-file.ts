import type { RandomAccessFile } from "./random-access-file.ts";

// A compound file ([MS-CFB]) contains a small file system. Word, Excel, installers and Outlook emails all use this
// format, so only the names in the root directory distinguish them.
const COMPOUND_FILE_SIGNATURE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const HEADER_TABLE_ENTRIES = 109;
const MAX_SECTOR = 0xfffffffa;
const NO_SECTOR = 0xffffffff;
const ROOT_ENTRY_TYPE = 5;
/** Directories of real files span only a few sectors. */
const MAX_DIRECTORY_SECTORS = 256;
const MAX_CHAIN_SECTORS = 400;

type Layout = { file: RandomAccessFile; header: Buffer; sectorBytes: number };
type DirectoryEntry = { name: string; type: number; left: number; right: number; child: number };

/** Returns the names in the root directory, or null if the file is not a compound file. */
export async function readCompoundNames(file: RandomAccessFile): Promise<ReadonlySet<string> | null> {
  const header = await file.read(0, HEADER_BYTES);
  if (
    header.length < HEADER_BYTES ||
    !header.subarray(0, COMPOUND_FILE_SIGNATURE.length).equals(COMPOUND_FILE_SIGNATURE)
  ) {
    return null;
  }
  const sectorShift = header.readUInt16LE(30);
  if (sectorShift !== 9 && sectorShift !== 12) {
    return null;
  }
  const entries = await readDirectory({ file, header, sectorBytes: 2 ** sectorShift });
  const root = entries[0];
  if (!root || root.type !== ROOT_ENTRY_TYPE) {
    return null;
  }
  return collectChildNames(root, entries);
}

async function readDirectory(layout: Layout): Promise<DirectoryEntry[]> {
  const entries: DirectoryEntry[] = [];
  const visitedSectors = new Set<number>();
  let sector = layout.header.readUInt32LE(48);
  while (sector < MAX_SECTOR && !visitedSectors.has(sector) && visitedSectors.size < MAX_DIRECTORY_SECTORS) {
    visitedSectors.add(sector);
    const content = await readSector(layout, sector);
    for (let offset = 0; offset + ENTRY_BYTES <= content.length; offset += ENTRY_BYTES) {
      entries.push(parseEntry(content, offset));
    }
    sector = await readNextSector(layout, sector);
  }
  return entries;
}

function parseEntry(content: Buffer, offset: number): DirectoryEntry {
  const nameBytes = Math.min(64, content.readUInt16LE(offset + 64));
  return {
    name: content.toString("utf16le", offset, offset + Math.max(0, nameBytes - 2)),
    type: content.readUInt8(offset + 66),
    left: content.readUInt32LE(offset + 68),
    right: content.readUInt32LE(offset + 72),
    child: content.readUInt32LE(offset + 76),
  };
}

/** Collects the names of the root's children, which form a binary tree of siblings. */
function collectChildNames(root: DirectoryEntry, entries: readonly DirectoryEntry[]): Set<string> {
  const names = new Set<string>();
  const visitedEntries = new Set<number>();
  const pending = [root.child];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const entry = index === NO_SECTOR || visitedEntries.has(index) ? undefined : entries[index];
    if (!entry) {
      continue;
    }
    visitedEntries.add(index);
    names.add(entry.name);
    pending.push(entry.left, entry.right);
  }
  return names;
}

function readSector({ file, sectorBytes }: Layout, sector: number): Promise<Buffer> {
  return file.read((sector + 1) * sectorBytes, sectorBytes);
}

/** Returns the number of the sector that follows in the allocation table. */
async function readNextSector(layout: Layout, sector: number): Promise<number> {
  const entriesPerSector = layout.sectorBytes / 4;
  const tableSector = await findTableSector(layout, Math.floor(sector / entriesPerSector));
  if (tableSector >= MAX_SECTOR) {
    return NO_SECTOR;
  }
  const content = await readSector(layout, tableSector);
  const offset = (sector % entriesPerSector) * 4;
  return offset + 4 <= content.length ? content.readUInt32LE(offset) : NO_SECTOR;
}

/**
 * Returns the number of the n-th sector of the allocation table. The header lists the first 109. A chain of list
 * sectors contains the others.
 */
async function findTableSector(layout: Layout, index: number): Promise<number> {
  if (index < HEADER_TABLE_ENTRIES) {
    return layout.header.readUInt32LE(76 + index * 4);
  }
  const entriesPerList = layout.sectorBytes / 4 - 1;
  const offset = index - HEADER_TABLE_ENTRIES;
  const listIndex = Math.floor(offset / entriesPerList);
  if (listIndex > MAX_CHAIN_SECTORS) {
    return NO_SECTOR;
  }
  let listSector = layout.header.readUInt32LE(68);
  for (let step = 0; ; step += 1) {
    if (listSector >= MAX_SECTOR) {
      return NO_SECTOR;
    }
    const content = await readSector(layout, listSector);
    if (content.length < layout.sectorBytes) {
      return NO_SECTOR;
    }
    if (step === listIndex) {
      return content.readUInt32LE((offset % entriesPerList) * 4);
    }
    listSector = content.readUInt32LE(entriesPerList * 4);
  }
}
