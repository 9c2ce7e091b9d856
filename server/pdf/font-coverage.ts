import { readFileSync } from "node:fs";

const SEGMENT_FORMAT = 4;

/**
 * Returns the characters that a TrueType font has glyphs for. Reads its `cmap` table, which must have format 4.
 * @see https://learn.microsoft.com/en-us/typography/opentype/spec/cmap
 */
export function readFontCoverage(path: string): ReadonlySet<number> {
  const file = readFileSync(path);
  const font = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const cmap = findTable(font, "cmap");
  const subtableCount = font.getUint16(cmap + 2);
  for (let index = 0; index < subtableCount; index += 1) {
    const subtable = cmap + font.getUint32(cmap + 4 + index * 8 + 4);
    if (font.getUint16(subtable) === SEGMENT_FORMAT) {
      return readSegments(font, subtable);
    }
  }
  throw new Error(`${path} has no character map of format 4`);
}

function findTable(font: DataView, name: string): number {
  const tableCount = font.getUint16(4);
  for (let index = 0; index < tableCount; index += 1) {
    const record = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((offset) => font.getUint8(record + offset)));
    if (tag === name) {
      return font.getUint32(record + 8);
    }
  }
  throw new Error(`The font has no table ${name}`);
}

function readSegments(font: DataView, subtable: number): Set<number> {
  const bytes = font.getUint16(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + bytes + 2;
  const deltas = starts + bytes;
  const rangeOffsets = deltas + bytes;
  const covered = new Set<number>();
  for (let segment = 0; segment < bytes; segment += 2) {
    const start = font.getUint16(starts + segment);
    const end = font.getUint16(ends + segment);
    const delta = font.getUint16(deltas + segment);
    const rangeOffset = font.getUint16(rangeOffsets + segment);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph =
        rangeOffset === 0
          ? code + delta
          : font.getUint16(rangeOffsets + segment + rangeOffset + (code - start) * 2);
      if ((glyph & 0xffff) !== 0) {
        covered.add(code);
      }
    }
  }
  return covered;
}
