import type { Bytes } from "./bytes.ts";

// Microsoft's compound file ([MS-CFB]): a small file system. Word, Excel, installers and mails are all kept in one, so
// that only the names in its root tell them apart.
const SIGNATURE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const HEADER_FAT_SECTORS = 109;
const LAST_SECTOR = 0xfffffffa;
const NOBODY = 0xffffffff;
const ROOT = 5;
/** Directories of real files take a few sectors. */
const MOST_DIRECTORY_SECTORS = 256;
const MOST_CHAIN_SECTORS = 400;

type Layout = { bytes: Bytes; header: Buffer; sectorBytes: number };
type Entry = { name: string; type: number; left: number; right: number; child: number };

/** The names in the root of a compound file; null for what is no compound file. */
export async function readCompoundNames(bytes: Bytes): Promise<ReadonlySet<string> | null> {
  const header = await bytes.at(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const entries = await readDirectory({ bytes, header, sectorBytes: 2 ** shift });
  const root = entries[0];
  if (!root || root.type !== ROOT) return null;
  return namesBelow(root, entries);
}

async function readDirectory(layout: Layout): Promise<Entry[]> {
  const entries: Entry[] = [];
  const seen = new Set<number>();
  let sector = layout.header.readUInt32LE(48);
  while (sector < LAST_SECTOR && !seen.has(sector) && seen.size < MOST_DIRECTORY_SECTORS) {
    seen.add(sector);
    const content = await readSector(layout, sector);
    for (let at = 0; at + ENTRY_BYTES <= content.length; at += ENTRY_BYTES)
      entries.push(readEntry(content, at));
    sector = await nextSector(layout, sector);
  }
  return entries;
}

function readEntry(content: Buffer, at: number): Entry {
  const nameBytes = Math.min(64, content.readUInt16LE(at + 64));
  return {
    name: content.toString("utf16le", at, at + Math.max(0, nameBytes - 2)),
    type: content.readUInt8(at + 66),
    left: content.readUInt32LE(at + 68),
    right: content.readUInt32LE(at + 72),
    child: content.readUInt32LE(at + 76),
  };
}

/** A root's children hang on one tree of siblings; grandchildren hang on their own. */
function namesBelow(root: Entry, entries: readonly Entry[]): Set<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  const waiting = [root.child];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = at === NOBODY || seen.has(at) ? undefined : entries[at];
    if (!entry) continue;
    seen.add(at);
    names.add(entry.name);
    waiting.push(entry.left, entry.right);
  }
  return names;
}

function readSector({ bytes, sectorBytes }: Layout, sector: number): Promise<Buffer> {
  return bytes.at((sector + 1) * sectorBytes, sectorBytes);
}

/** What the allocation table says follows a sector. */
async function nextSector(layout: Layout, sector: number): Promise<number> {
  const perSector = layout.sectorBytes / 4;
  const table = await tableSector(layout, Math.floor(sector / perSector));
  if (table >= LAST_SECTOR) return NOBODY;
  const content = await readSector(layout, table);
  const at = (sector % perSector) * 4;
  return at + 4 <= content.length ? content.readUInt32LE(at) : NOBODY;
}

/** Where the allocation table's n-th sector lies: listed in the header, beyond that in a chain of lists. */
async function tableSector(layout: Layout, index: number): Promise<number> {
  if (index < HEADER_FAT_SECTORS) return layout.header.readUInt32LE(76 + index * 4);
  const perList = layout.sectorBytes / 4 - 1;
  const wanted = index - HEADER_FAT_SECTORS;
  const lists = Math.floor(wanted / perList);
  if (lists > MOST_CHAIN_SECTORS) return NOBODY;
  let list = layout.header.readUInt32LE(68);
  for (let step = 0; ; step += 1) {
    if (list >= LAST_SECTOR) return NOBODY;
    const content = await readSector(layout, list);
    if (content.length < layout.sectorBytes) return NOBODY;
    if (step === lists) return content.readUInt32LE((wanted % perList) * 4);
    list = content.readUInt32LE(perList * 4);
  }
}
