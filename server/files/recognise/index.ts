import type { DOCUMENT_EXTENSIONS } from "#domain/document-upload.ts";
import type { Bytes } from "./bytes.ts";
import { readCompoundNames } from "./compound-file.ts";
import { endsAsZip, readZipDirectory } from "./zip-directory.ts";

/** What a file is, or in words for the sender why it is not what its extension says. */
export type Recognition = { ok: true; mimeType: string } | { ok: false; why: string };

type Extension = (typeof DOCUMENT_EXTENSIONS)[number];
/** Null when all is well, else the words. */
type Look = (bytes: Bytes) => Promise<string | null>;

const jpeg = { mimeType: "image/jpeg", look: image("a JPEG picture", Buffer.from("ffd8ff", "hex")) };

const KINDS: Record<Extension, { mimeType: string; look: Look }> = {
  pdf: { mimeType: "application/pdf", look: pdf },
  doc: {
    mimeType: "application/msword",
    look: compound("a Word document", (names) => names.has("WordDocument")),
  },
  xls: {
    mimeType: "application/vnd.ms-excel",
    look: compound("an Excel workbook", (names) => names.has("Workbook") || names.has("Book")),
  },
  docx: {
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    look: office("a Word document", "word/document.xml", "word/vbaProject.bin"),
  },
  xlsx: {
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    look: office("an Excel workbook", "xl/workbook.xml", "xl/vbaProject.bin"),
  },
  png: {
    mimeType: "image/png",
    look: image("a PNG picture", Buffer.from("89504e470d0a1a0a", "hex")),
  },
  jpg: jpeg,
  jpeg,
};

/**
 * Looks whether the content is what the extension says, and nothing else besides. Reads a few bounded parts of the
 * file and unpacks nothing.
 */
export async function recognise(bytes: Bytes, extension: string): Promise<Recognition> {
  const kind = Object.entries(KINDS).find(([known]) => known === extension)?.[1];
  if (!kind) return { ok: false, why: "Only PDF, Word, Excel, PNG and JPEG files can be uploaded" };
  const why = await kind.look(bytes);
  return why ? { ok: false, why } : { ok: true, mimeType: kind.mimeType };
}

const PDF = Buffer.from("%PDF-");
/** Readers of PDF look for its mark in so many bytes, whatever stands before it. */
const PDF_WITHIN_BYTES = 1024;
/** More than any office file unpacks to; a few kilobytes that say so are a bomb. */
const MOST_UNPACKED_BYTES = 1024 * 1024 * 1024;

async function pdf(bytes: Bytes): Promise<string | null> {
  const start = await bytes.at(0, PDF.length);
  if (!start.equals(PDF)) return isNot("a PDF");
  return (await endsAsZip(bytes)) ? SECOND_FILE : null;
}

function image(what: string, signature: Buffer): Look {
  return async (bytes) => {
    const start = await bytes.at(0, signature.length);
    if (!start.equals(signature)) return isNot(what);
    return (await marksPdf(bytes)) || (await endsAsZip(bytes)) ? SECOND_FILE : null;
  };
}

/** Whether a reader of PDF would open the file, whatever else it is. */
async function marksPdf(bytes: Bytes): Promise<boolean> {
  return (await bytes.at(0, PDF_WITHIN_BYTES)).includes(PDF);
}

function compound(what: string, isIt: (names: ReadonlySet<string>) => boolean): Look {
  return async (bytes) => {
    const names = await readCompoundNames(bytes);
    if (!names) return isNot(what);
    if (names.has("EncryptedPackage")) return ENCRYPTED;
    if (!isIt(names)) return isNot(what);
    return (await marksPdf(bytes)) || (await endsAsZip(bytes)) ? SECOND_FILE : null;
  };
}

const ZIP = Buffer.from("504b0304", "hex");

function office(what: string, part: string, macros: string): Look {
  return async (bytes) => {
    // Word and Excel keep a file with a password in a compound file.
    if ((await readCompoundNames(bytes))?.has("EncryptedPackage")) return ENCRYPTED;
    // An archive may have anything before it: then it is two files.
    if (!(await bytes.at(0, ZIP.length)).equals(ZIP)) return isNot(what);
    const directory = await readZipDirectory(bytes);
    if (!directory?.names.has("[Content_Types].xml") || !directory.names.has(part)) return isNot(what);
    if (directory.isEncrypted) return ENCRYPTED;
    if (directory.names.has(macros)) return "This file holds macros, which are not accepted";
    if ([...directory.names].some(leavesItsFolder)) return isNot(what);
    if (await marksPdf(bytes)) return SECOND_FILE;
    return directory.unpackedBytes > MOST_UNPACKED_BYTES ? "This file unpacks to more than 1 GB" : null;
  };
}

function leavesItsFolder(name: string): boolean {
  return name.startsWith("/") || name.includes("\\") || name.split("/").includes("..");
}

const SECOND_FILE = "This file holds a second file of another type";
const ENCRYPTED = "This file is locked with a password, so that its content cannot be checked";

function isNot(what: string): string {
  return `This file’s content is not that of ${what}`;
}
