const SECTOR = 512;
const FREE = 0xffffffff;
const END_OF_CHAIN = 0xfffffffe;
const TABLE = 0xfffffffd;

/** A compound file ([MS-CFB]) whose root holds streams of these names, and a storage with streams of the others. */
export function aCompoundFile(names: readonly string[], inAStorage: readonly string[] = []): Buffer {
  const nested = names.length + 2;
  const entries = [
    entry("Root Entry", 5, { child: names.length + inAStorage.length > 0 ? 1 : FREE }),
    // Siblings in one line instead of a balanced tree: every reader follows both sides.
    ...names.map((name, at) => entry(name, 2, { right: at + 2 < nested ? at + 2 : FREE })),
    entry("ObjectPool", 1, { child: inAStorage.length > 0 ? nested : FREE }),
    ...inAStorage.map((name, at) =>
      entry(name, 2, { right: at + 1 < inAStorage.length ? nested + at + 1 : FREE }),
    ),
  ];
  while (entries.length % 4 !== 0) entries.push(Buffer.alloc(128));
  const directory = Buffer.concat(entries);
  const sectors = directory.length / SECTOR;
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(TABLE, 0);
  for (let sector = 1; sector <= sectors; sector += 1)
    table.writeUInt32LE(sector < sectors ? sector + 1 : END_OF_CHAIN, sector * 4);
  return Buffer.concat([header(), table, directory]);
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR);
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

function entry(name: string, type: number, { right = FREE, child = FREE }): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes.writeUInt8(type, 66);
  bytes.writeUInt8(1, 67);
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  return bytes;
}
