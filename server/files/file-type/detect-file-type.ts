import type { DOCUMENT_EXTENSIONS } from "#domain/documents/document-upload.ts";
import { readCompoundNames } from "./compound-file.ts";
import { containsMacros } from "./office-macros.ts";
import type { RandomAccessFile } from "./random-access-file.ts";
import { endsAsZip, readZipDirectory } from "./zip-directory.ts";

/** The MIME type of an accepted file. `reason` explains to the uploader why a file was rejected. */
export type FileTypeResult = { ok: true; mimeType: string } | { ok: false; reason: string };

type Extension = (typeof DOCUMENT_EXTENSIONS)[number];
/** Returns null if the file is valid, otherwise the reason shown to the uploader. */
type FileCheck = (file: RandomAccessFile) => Promise<string | null>;

const JPEG_TYPE = {
  mimeType: "image/jpeg",
  check: createImageCheck("a JPEG picture", Buffer.from("ffd8ff", "hex")),
};

const FILE_TYPES: Record<Extension, { mimeType: string; check: FileCheck }> = {
  pdf: { mimeType: "application/pdf", check: checkPdf },
  doc: {
    mimeType: "application/msword",
    check: createCompoundFileCheck("a Word document", (names) => names.has("WordDocument")),
  },
  xls: {
    mimeType: "application/vnd.ms-excel",
    check: createCompoundFileCheck(
      "an Excel workbook",
      (names) => names.has("Workbook") || names.has("Book"),
    ),
  },
  docx: {
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    check: createOfficeCheck("a Word document", "word/document.xml"),
  },
  xlsx: {
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    check: createOfficeCheck("an Excel workbook", "xl/workbook.xml"),
  },
  png: {
    mimeType: "image/png",
    check: createImageCheck("a PNG picture", Buffer.from("89504e470d0a1a0a", "hex")),
  },
  jpg: JPEG_TYPE,
  jpeg: JPEG_TYPE,
};

/**
 * Checks that a file's content matches its extension and is not also valid as another type. Reads only parts of the
 * file, and unpacks nothing but the lists of types and relationships of an Office file.
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
/** PDF readers accept the signature anywhere in the first 1,024 bytes. */
const PDF_SIGNATURE_SEARCH_BYTES = 1024;
/** No Office file needs this much, so a file that declares more is treated as a ZIP bomb. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

async function checkPdf(file: RandomAccessFile): Promise<string | null> {
  const start = await file.read(0, PDF_SIGNATURE.length);
  if (!start.equals(PDF_SIGNATURE)) {
    return mismatchMessage("a PDF");
  }
  return (await endsAsZip(file)) ? SECOND_FILE_MESSAGE : null;
}

function createImageCheck(description: string, signature: Buffer): FileCheck {
  return async (file) => {
    const start = await file.read(0, signature.length);
    if (!start.equals(signature)) {
      return mismatchMessage(description);
    }
    return (await containsPdf(file)) || (await endsAsZip(file)) ? SECOND_FILE_MESSAGE : null;
  };
}

/** Whether a PDF reader would open the file. */
async function containsPdf(file: RandomAccessFile): Promise<boolean> {
  return (await file.read(0, PDF_SIGNATURE_SEARCH_BYTES)).includes(PDF_SIGNATURE);
}

/** The root storages with the VBA projects of Word and Excel, in lower case. The format ignores case. */
const VBA_STORAGES = new Set(["macros", "_vba_project_cur"]);

function createCompoundFileCheck(
  description: string,
  hasTypeNames: (names: ReadonlySet<string>) => boolean,
): FileCheck {
  return async (file) => {
    const names = await readCompoundNames(file);
    if (!names) {
      return mismatchMessage(description);
    }
    if (names.has("EncryptedPackage")) {
      return ENCRYPTED_MESSAGE;
    }
    if (!hasTypeNames(names)) {
      return mismatchMessage(description);
    }
    if ([...names].some((name) => VBA_STORAGES.has(name.toLowerCase()))) {
      return MACROS_MESSAGE;
    }
    return (await containsPdf(file)) || (await endsAsZip(file)) ? SECOND_FILE_MESSAGE : null;
  };
}

const ZIP_SIGNATURE = Buffer.from("504b0304", "hex");

function createOfficeCheck(description: string, documentPath: string): FileCheck {
  return async (file) => {
    // Word and Excel store encrypted files as compound files.
    if ((await readCompoundNames(file))?.has("EncryptedPackage")) {
      return ENCRYPTED_MESSAGE;
    }
    // A ZIP archive can be appended to another file, which would then be valid as two types.
    if (!(await file.read(0, ZIP_SIGNATURE.length)).equals(ZIP_SIGNATURE)) {
      return mismatchMessage(description);
    }
    const directory = await readZipDirectory(file);
    if (!directory?.entries.has("[Content_Types].xml") || !directory.entries.has(documentPath)) {
      return mismatchMessage(description);
    }
    if (directory.isEncrypted) {
      return ENCRYPTED_MESSAGE;
    }
    if (directory.unpackedBytes > MAX_UNPACKED_BYTES) {
      return "This file unpacks to more than 1 GB";
    }
    const hasMacros = await containsMacros(file, directory);
    if (hasMacros) {
      return MACROS_MESSAGE;
    }
    if (hasMacros === null || [...directory.entries.keys()].some(isUnsafePath)) {
      return mismatchMessage(description);
    }
    return (await containsPdf(file)) ? SECOND_FILE_MESSAGE : null;
  };
}

function isUnsafePath(name: string): boolean {
  return name.startsWith("/") || name.includes("\\") || name.split("/").includes("..");
}

const MACROS_MESSAGE = "This file contains macros, which aren't accepted";
const SECOND_FILE_MESSAGE = "This file contains a second file of another type";
const ENCRYPTED_MESSAGE = "This file is password-protected, so we can't check it";

function mismatchMessage(description: string): string {
  return `This file isn't ${description}`;
}
