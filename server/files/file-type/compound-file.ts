import type { RandomAccessFile } from "./random-access-file.ts";

// Microsoft's compound file format ([MS-CFB]) is a small file system. Word, Excel, installers and emails use it, so only
// the names in its root directory distinguish them.
const SIGNATURE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const HEADER_FAT_SECTORS = 109;
const LAST_SECTOR = 0xfffffffa;
const NO_SECTOR = 0xffffffff;
const ROOT_ENTRY = 5;
/** The directory of a real file has a few sectors. */
const MAX_DIRECTORY_SECTORS = 256;
const MAX_CHAIN_SECTORS = 400;

type Layout = { file: RandomAccessFile; header: Buffer; sectorBytes: number };
type Entry = { name: string; type: number; left: number; right: number; child: number };

/** Returns the names in the root directory, or null if the file is not a compound file. */
export async function readCompoundNames(file: RandomAccessFile): Promise<ReadonlySet<string> | null> {
  const header = await file.read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
    return null;
  }
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) {
    return null;
  }
  const entries = await readDirectory({ file, header, sectorBytes: 2 ** shift });
  const root = entries[0];
  if (!root || root.type !== ROOT_ENTRY) {
    return null;
  }
  return childNames(root, entries);
}

async function readDirectory(layout: Layout): Promise<Entry[]> {
  const entries: Entry[] = [];
  const seen = new Set<number>();
  let sector = layout.header.readUInt32LE(48);
  while (sector < LAST_SECTOR && !seen.has(sector) && seen.size < MAX_DIRECTORY_SECTORS) {
    seen.add(sector);
    const content = await readSector(layout, sector);
    for (let offset = 0; offset + ENTRY_BYTES <= content.length; offset += ENTRY_BYTES) {
      entries.push(readEntry(content, offset));
    }
    sector = await nextSector(layout, sector);
  }
  return entries;
}

function readEntry(content: Buffer, offset: number): Entry {
  const nameBytes = Math.min(64, content.readUInt16LE(offset + 64));
  return {
    name: content.toString("utf16le", offset, offset + Math.max(0, nameBytes - 2)),
    type: content.readUInt8(offset + 66),
    left: content.readUInt32LE(offset + 68),
    right: content.readUInt32LE(offset + 72),
    child: content.readUInt32LE(offset + 76),
  };
}

/** Collects the names of the root's children, which form one tree of siblings. */
function childNames(root: Entry, entries: readonly Entry[]): Set<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  const pending = [root.child];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const entry = index === NO_SECTOR || seen.has(index) ? undefined : entries[index];
    if (!entry) {
      continue;
    }
    seen.add(index);
    names.add(entry.name);
    pending.push(entry.left, entry.right);
  }
  return names;
}

function readSector({ file, sectorBytes }: Layout, sector: number): Promise<Buffer> {
  return file.read((sector + 1) * sectorBytes, sectorBytes);
}

/** Returns the sector that follows in the allocation table. */
async function nextSector(layout: Layout, sector: number): Promise<number> {
  const perSector = layout.sectorBytes / 4;
  const table = await findTableSector(layout, Math.floor(sector / perSector));
  if (table >= LAST_SECTOR) {
    return NO_SECTOR;
  }
  const content = await readSector(layout, table);
  const offset = (sector % perSector) * 4;
  return offset + 4 <= content.length ? content.readUInt32LE(offset) : NO_SECTOR;
}

/** Returns the n-th sector of the allocation table. The header lists the first ones, a chain of lists the others. */
async function findTableSector(layout: Layout, index: number): Promise<number> {
  if (index < HEADER_FAT_SECTORS) {
    return layout.header.readUInt32LE(76 + index * 4);
  }
  const perList = layout.sectorBytes / 4 - 1;
  const offset = index - HEADER_FAT_SECTORS;
  const lists = Math.floor(offset / perList);
  if (lists > MAX_CHAIN_SECTORS) {
    return NO_SECTOR;
  }
  let list = layout.header.readUInt32LE(68);
  for (let step = 0; ; step += 1) {
    if (list >= LAST_SECTOR) {
      return NO_SECTOR;
    }
    const content = await readSector(layout, list);
    if (content.length < layout.sectorBytes) {
      return NO_SECTOR;
    }
    if (step === lists) {
      return content.readUInt32LE((offset % perList) * 4);
    }
    list = content.readUInt32LE(perList * 4);
  }
}
