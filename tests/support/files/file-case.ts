import { deflateRawSync } from "node:zlib";
import { createZip } from "#server/demo/files/workbook.ts";

/** `expected` is the stored file name, or the status and code of the error. */
export type HostileFile = {
  description: string;
  name: string;
  content: Buffer;
  expected: string | [number, string];
};

export const UNSUPPORTED: [number, string] = [415, "unsupported_type"];

/** The parts that every Word document has. */
export const WORD_PARTS = { "[Content_Types].xml": "<Types/>", "word/document.xml": "<document/>" };
/** The parts that every Excel workbook has. */
export const WORKBOOK_PARTS = { "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" };

/** Changes one field of every entry in the archive's directory. */
export function withEntryField(archive: Buffer, offset: number, value: number, bytes: 2 | 4): Buffer {
  const changed = Buffer.from(archive);
  for (
    let entryOffset = changed.indexOf("PK\x01\x02");
    entryOffset >= 0;
    entryOffset = changed.indexOf("PK\x01\x02", entryOffset + 4)
  ) {
    bytes === 2
      ? changed.writeUInt16LE(value, entryOffset + offset)
      : changed.writeUInt32LE(value, entryOffset + offset);
  }
  return changed;
}

/** Creates an archive with compressed entries. */
export function createDeflatedZip(parts: Record<string, string>): Buffer {
  const deflated = Object.entries(parts).map(([name, text]) => [name, deflateRawSync(text)]);
  return withEntryField(createZip(Object.fromEntries(deflated)), 10, 8, 2);
}

export const createFileCase = (
  description: string,
  name: string,
  content: Buffer,
  expected: HostileFile["expected"] = UNSUPPORTED,
): HostileFile => ({ description, name, content, expected });
