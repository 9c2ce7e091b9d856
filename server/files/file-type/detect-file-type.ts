import type { DOCUMENT_EXTENSIONS } from "#domain/documents/document-upload.ts";
import { readCompoundNames } from "./compound-file.ts";
import type { RandomAccessFile } from "./random-access-file.ts";
import { endsAsZip, readZipDirectory } from "./zip-directory.ts";

/** The MIME type of a file. `reason` explains to the uploader why the file was rejected. */
export type FileTypeResult = { ok: true; mimeType: string } | { ok: false; reason: string };

type Extension = (typeof DOCUMENT_EXTENSIONS)[number];
/** Returns null if the file is valid, else the reason for the uploader. */
type Check = (file: RandomAccessFile) => Promise<string | null>;

const JPEG = { mimeType: "image/jpeg", check: imageCheck("a JPEG picture", Buffer.from("ffd8ff", "hex")) };

const FILE_TYPES: Record<Extension, { mimeType: string; check: Check }> = {
  pdf: { mimeType: "application/pdf", check: checkPdf },
  doc: {
    mimeType: "application/msword",
    check: compoundFileCheck("a Word document", (names) => names.has("WordDocument")),
  },
  xls: {
    mimeType: "application/vnd.ms-excel",
    check: compoundFileCheck("an Excel workbook", (names) => names.has("Workbook") || names.has("Book")),
  },
  docx: {
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    check: officeCheck("a Word document", "word/document.xml", "word/vbaProject.bin"),
  },
  xlsx: {
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    check: officeCheck("an Excel workbook", "xl/workbook.xml", "xl/vbaProject.bin"),
  },
  png: {
    mimeType: "image/png",
    check: imageCheck("a PNG picture", Buffer.from("89504e470d0a1a0a", "hex")),
  },
  jpg: JPEG,
  jpeg: JPEG,
};

/**
 * Checks that a file has the type of its extension and is not also a valid file of another type. Reads only small parts of the
 * file and unpacks nothing.
 */
export async function detectFileType(file: RandomAccessFile, extension: string): Promise<FileTypeResult> {
  const type = Object.entries(FILE_TYPES).find(([name]) => name === extension)?.[1];
  if (!type) {
    return { ok: false, reason: "Only PDF, Word, Excel, PNG and JPEG files can be uploaded" };
  }
  const reason = await type.check(file);
  return reason ? { ok: false, reason } : { ok: true, mimeType: type.mimeType };
}

const PDF_SIGNATURE = Buffer.from("%PDF-");
/** PDF readers accept the signature anywhere in this many bytes. */
const PDF_SEARCH_BYTES = 1024;
/** A file that declares more than any Office file needs is a ZIP bomb. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

async function checkPdf(file: RandomAccessFile): Promise<string | null> {
  const start = await file.read(0, PDF_SIGNATURE.length);
  if (!start.equals(PDF_SIGNATURE)) {
    return mismatchMessage("a PDF");
  }
  return (await endsAsZip(file)) ? SECOND_FILE : null;
}

function imageCheck(description: string, signature: Buffer): Check {
  return async (file) => {
    const start = await file.read(0, signature.length);
    if (!start.equals(signature)) {
      return mismatchMessage(description);
    }
    return (await containsPdf(file)) || (await endsAsZip(file)) ? SECOND_FILE : null;
  };
}

/** Whether a PDF reader would open the file. */
async function containsPdf(file: RandomAccessFile): Promise<boolean> {
  return (await file.read(0, PDF_SEARCH_BYTES)).includes(PDF_SIGNATURE);
}

function compoundFileCheck(description: string, isType: (names: ReadonlySet<string>) => boolean): Check {
  return async (file) => {
    const names = await readCompoundNames(file);
    if (!names) {
      return mismatchMessage(description);
    }
    if (names.has("EncryptedPackage")) {
      return ENCRYPTED;
    }
    if (!isType(names)) {
      return mismatchMessage(description);
    }
    return (await containsPdf(file)) || (await endsAsZip(file)) ? SECOND_FILE : null;
  };
}

const ZIP_SIGNATURE = Buffer.from("504b0304", "hex");

function officeCheck(description: string, part: string, macros: string): Check {
  return async (file) => {
    // Word and Excel store encrypted files as compound files.
    if ((await readCompoundNames(file))?.has("EncryptedPackage")) {
      return ENCRYPTED;
    }
    // A ZIP archive may follow other data. The file would then be valid as two types.
    if (!(await file.read(0, ZIP_SIGNATURE.length)).equals(ZIP_SIGNATURE)) {
      return mismatchMessage(description);
    }
    const directory = await readZipDirectory(file);
    if (!directory?.names.has("[Content_Types].xml") || !directory.names.has(part)) {
      return mismatchMessage(description);
    }
    if (directory.isEncrypted) {
      return ENCRYPTED;
    }
    if (directory.names.has(macros)) {
      return "This file contains macros, which aren't accepted";
    }
    if ([...directory.names].some(escapesFolder)) {
      return mismatchMessage(description);
    }
    if (await containsPdf(file)) {
      return SECOND_FILE;
    }
    return directory.unpackedBytes > MAX_UNPACKED_BYTES ? "This file unpacks to more than 1 GB" : null;
  };
}

function escapesFolder(name: string): boolean {
  return name.startsWith("/") || name.includes("\\") || name.split("/").includes("..");
}

const SECOND_FILE = "This file contains a second file of another type";
const ENCRYPTED = "This file is password-protected, so we can't check it";

function mismatchMessage(description: string): string {
  return `This file isn't ${description}`;
}
