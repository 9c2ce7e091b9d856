import type { RandomAccessFile } from "./random-access-file.ts";
import type { ZipDirectory } from "./zip-directory.ts";
import { readZipEntry } from "./zip-entry.ts";

const CONTENT_TYPES_PART = "[Content_Types].xml";

/** Enough for the relationships of a sheet with as many hyperlinks as Excel allows. */
const MAX_PART_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

/** Parts that contain macros under their usual names. */
const MACRO_PART_NAME = /vbaproject|vbadata|macrosheets\//i;

/**
 * Content types and relationship types of macros: VBA projects, macro-enabled documents, and the macro sheets of
 * Excel 4.0.
 * @see https://learn.microsoft.com/openspecs/office_standards/ms-offmacro2
 */
const MACRO_TYPE = /macroenabled|vbaproject|wordvbadata|macrosheet/i;

/**
 * Whether an Office file contains macros, regardless of the names of its parts. Office finds macros by their content
 * type and relationship, so all of these are read. Returns null if they cannot be read or contain a DTD, which Office
 * rejects.
 */
export async function containsMacros(
  file: RandomAccessFile,
  directory: ZipDirectory,
): Promise<boolean | null> {
  let totalBytes = 0;
  for (const [name, entry] of directory.entries) {
    if (MACRO_PART_NAME.test(name)) {
      return true;
    }
    if (name !== CONTENT_TYPES_PART && !name.toLowerCase().endsWith(".rels")) {
      continue;
    }
    const content = await readZipEntry(file, entry, MAX_PART_BYTES);
    totalBytes += content?.length ?? 0;
    const text = content && decodeXml(content);
    if (text === null || totalBytes > MAX_TOTAL_BYTES || /<!(DOCTYPE|ENTITY)/i.test(text)) {
      return null;
    }
    if (MACRO_TYPE.test(resolveCharacterReferences(text))) {
      return true;
    }
  }
  return false;
}

/** Decodes UTF-8 and UTF-16, the encodings that Office accepts. Returns null for invalid text. */
function decodeXml(content: Buffer): string | null {
  const encoding = detectEncoding(content);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

/** XML starts with a byte order mark or "<". */
function detectEncoding(content: Buffer): string {
  const start = content.subarray(0, 2).toString("hex");
  if (start === "fffe" || start === "3c00") {
    return "utf-16le";
  }
  return start === "feff" || start === "003c" ? "utf-16be" : "utf-8";
}

function resolveCharacterReferences(xml: string): string {
  return xml.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (reference, hex, decimal) => {
    const codePoint = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : reference;
  });
}
