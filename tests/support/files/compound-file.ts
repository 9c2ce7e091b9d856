const SECTOR_BYTES = 512;
const FREE_SECTOR = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;

/** Builds a compound file ([MS-CFB]) with streams in its root and in a nested storage. */
export function buildCompoundFile(names: readonly string[], nestedNames: readonly string[] = []): Buffer {
  const firstNested = names.length + 2;
  const entries = [
    buildEntry("Root Entry", 5, { child: names.length + nestedNames.length > 0 ? 1 : FREE_SECTOR }),
    // Siblings form a list instead of a balanced tree. Readers support both.
    ...names.map((name, at) => buildEntry(name, 2, { right: at + 2 < firstNested ? at + 2 : FREE_SECTOR })),
    buildEntry("ObjectPool", 1, { child: nestedNames.length > 0 ? firstNested : FREE_SECTOR }),
    ...nestedNames.map((name, at) =>
      buildEntry(name, 2, { right: at + 1 < nestedNames.length ? firstNested + at + 1 : FREE_SECTOR }),
    ),
  ];
  while (entries.length % 4 !== 0) {
    entries.push(Buffer.alloc(128));
  }
  const directory = Buffer.concat(entries);
  const sectors = directory.length / SECTOR_BYTES;
  const table = Buffer.alloc(SECTOR_BYTES, 0xff);
  table.writeUInt32LE(FAT_SECTOR, 0);
  for (let sector = 1; sector <= sectors; sector += 1) {
    table.writeUInt32LE(sector < sectors ? sector + 1 : END_OF_CHAIN, sector * 4);
  }
  return Buffer.concat([buildHeader(), table, directory]);
}

function buildHeader(): Buffer {
  const bytes = Buffer.alloc(SECTOR_BYTES);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.writeUInt16LE(0x3e, 24);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(0x1000, 56);
  bytes.writeUInt32LE(END_OF_CHAIN, 60);
  bytes.writeUInt32LE(END_OF_CHAIN, 68);
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
}

function buildEntry(name: string, type: number, { right = FREE_SECTOR, child = FREE_SECTOR }): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt8(1, 67);
  bytes.writeUInt32LE(FREE_SECTOR, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  return bytes;
}
