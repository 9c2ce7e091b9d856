import { createHeatMap } from "#server/demo/files/heat-map.ts";
import { createWorkbook, createZip } from "#server/demo/files/workbook.ts";
import { buildCompoundFile } from "./compound-file.ts";
import {
  createDeflatedZip,
  createFileCase,
  type HostileFile,
  UNSUPPORTED,
  WORD_PARTS,
  WORKBOOK_PARTS,
  withEntryField,
} from "./file-case.ts";
import { MACRO_FILES } from "./macro-files.ts";

const INVALID: [number, string] = [400, "invalid_input"];

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
const png = createHeatMap();
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");
const html = Buffer.from("<!doctype html><script>alert(1)</script>");
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const exe = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200, 1)]);
const xlsx = createWorkbook([["a"]]);
const docx = createZip(WORD_PARTS);
const zip = createZip({ "a.txt": "a" });
const doc = buildCompoundFile(["WordDocument", "1Table"]);
const xls = buildCompoundFile(["Workbook"]);

/** Changes one field of the archive's end record. */
function withEndField(archive: Buffer, offset: number, value: number, bytes: 2 | 4): Buffer {
  const changed = Buffer.from(archive);
  const recordOffset = changed.lastIndexOf("PK\x05\x06");
  bytes === 2
    ? changed.writeUInt16LE(value, recordOffset + offset)
    : changed.writeUInt32LE(value, recordOffset + offset);
  return changed;
}

/** Writes a PDF signature to the unused part of a compound file's header. */
function withPdfSignature(compound: Buffer): Buffer {
  const changed = Buffer.from(compound);
  changed.write("%PDF-1.7", 400);
  return changed;
}

const withName = (description: string, name: string, expected: HostileFile["expected"]): HostileFile => ({
  description,
  name,
  content: pdf,
  expected,
});
const CYCLIC_CHAIN = (() => {
  // A directory whose sector chain is a cycle.
  const cyclicFile = Buffer.from(buildCompoundFile(["Contents"]));
  cyclicFile.writeUInt32LE(1, 512 + 4);
  return cyclicFile;
})();
const CYCLIC_SIBLINGS = (() => {
  // A directory entry that is its own sibling.
  const looped = Buffer.from(buildCompoundFile(["Contents"]));
  looped.writeUInt32LE(1, 1024 + 128 + 72);
  return looped;
})();

/** Uploads that try to bypass validation. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  withName("path traversal", "../../../etc/passwd.pdf", "passwd.pdf"),
  withName("path traversal with backslashes", "..\\..\\windows\\win.pdf", "win.pdf"),
  withName("an absolute path", "/var/www/index.pdf", "index.pdf"),
  withName("a Windows drive", "C:\\report.pdf", "report.pdf"),
  withName("an extension in the folder name only", "a.pdf/b", UNSUPPORTED),
  withName("encoded slashes stay text", "..%2f..%2fa.pdf", "..%2f..%2fa.pdf"),
  withName("only dots", "...", UNSUPPORTED),
  withName("only an extension", ".pdf", ".pdf"),
  withName("no extension", "pdf", UNSUPPORTED),
  withName("two extensions, the last one executable", "report.pdf.exe", UNSUPPORTED),
  withName("two extensions, the first one executable", "report.exe.pdf", "report.exe.pdf"),
  withName("a trailing dot after an executable extension", "report.exe.", UNSUPPORTED),
  withName("a trailing dot after an allowed extension", "late.pdf.", "late.pdf"),
  withName("surrounding spaces", "  blanks.pdf  ", "blanks.pdf"),
  withName("a Windows data stream", "report.pdf::$DATA", UNSUPPORTED),
  withName("capital letters", "REPORT.PDF", "REPORT.PDF"),
  withName("right-to-left override", "invoice\u202Efdp.exe", UNSUPPORTED),
  withName("right-to-left override in a PDF name", "a\u202Efdp.pdf", "afdp.pdf"),
  withName("an Arabic name", "تقرير.pdf", "تقرير.pdf"),
  withName("zero-width characters", "re\u200Bport\uFEFF.pdf", "report.pdf"),
  withName("a zero-width character in the extension", "a.p\u200Bdf", "a.pdf"),
  withName("homoglyphs", "rероrt.рdf", UNSUPPORTED),
  withName("255 characters", `${"n".repeat(251)}.pdf`, `${"n".repeat(251)}.pdf`),
  withName("256 characters", `${"n".repeat(252)}.pdf`, INVALID),
  withName("255 characters of three bytes", `${"長".repeat(251)}.pdf`, `${"長".repeat(251)}.pdf`),
  withName("255 bytes of two-byte letters", `${"é".repeat(125)}a.pdf`, `${"é".repeat(125)}a.pdf`),
  withName("markup", "<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"),
  withName("SQL injection", "'; drop table documents;--.pdf", "'; drop table documents;--.pdf"),
  withName("header injection", "a%0d%0aSet-Cookie: x=1.pdf", "a%0d%0aSet-Cookie: x=1.pdf"),
  withName("a spreadsheet formula", "=cmd|calc!A1.pdf", "=cmd|calc!A1.pdf"),
  withName("a Windows device name", "CON.pdf", "CON.pdf"),
  withName("an object prototype key", "__proto__.pdf", "__proto__.pdf"),
  createFileCase("HTML as PDF", "page.pdf", html),
  createFileCase("HTML as an image", "page.png", html),
  createFileCase("an SVG with a script", "drawing.svg", svg),
  createFileCase("an SVG as PNG", "drawing.png", svg),
  createFileCase("an executable as PDF", "program.pdf", exe),
  createFileCase("an executable as Word", "program.doc", exe),
  createFileCase("a PDF as JPEG", "report.jpg", pdf),
  createFileCase("a JPEG as PDF", "photo.pdf", jpeg),
  createFileCase("a PNG as JPEG", "photo.jpeg", png),
  createFileCase("a JPEG as PNG", "photo.png", jpeg),
  createFileCase("a PDF after other content", "late.pdf", Buffer.concat([html, pdf])),
  createFileCase("only a PDF signature", "mark.pdf", Buffer.from("%PDF")),
  createFileCase("an empty file", "empty.pdf", Buffer.alloc(0), [400, "empty_file"]),
  createFileCase("one byte", "byte.pdf", Buffer.from("%")),
  createFileCase("PDF and archive in one", "both.pdf", Buffer.concat([pdf, zip])),
  createFileCase("PNG and archive in one", "both.png", Buffer.concat([png, zip])),
  createFileCase("JPEG and archive in one", "both.jpg", Buffer.concat([jpeg, zip])),
  createFileCase(
    "PNG and PDF in one",
    "pdf.png",
    Buffer.concat([png.subarray(0, 33), pdf, png.subarray(33)]),
  ),
  createFileCase("Word and archive in one", "both.doc", Buffer.concat([doc, zip])),
  createFileCase("Word and PDF in one", "pdf.docx", createZip({ "a.pdf": pdf.toString(), ...WORD_PARTS })),
  createFileCase(
    "Excel and PDF in one",
    "pdf.xlsx",
    createZip({ "a.pdf": pdf.toString(), ...WORKBOOK_PARTS }),
  ),
  createFileCase("old Word and PDF in one", "pdf.doc", withPdfSignature(doc)),
  createFileCase("an archive after other content", "late.docx", Buffer.concat([Buffer.from("MZ"), docx])),
  createFileCase("an archive as Word", "archive.docx", zip),
  createFileCase("Excel as Word", "book.docx", xlsx),
  createFileCase("Word as Excel", "letter.xlsx", docx),
  createFileCase("old Word as new", "old.docx", doc),
  createFileCase("new Word as old", "new.doc", docx),
  createFileCase("old Word as old Excel", "letter.xls", doc),
  createFileCase("old Excel as old Word", "book.doc", xls),
  createFileCase("an installer as Word", "setup.doc", buildCompoundFile(["\u4840\u3b3f", "Property"])),
  createFileCase("an email as Excel", "mail.xls", buildCompoundFile(["__properties_version1.0"])),
  createFileCase(
    "a workbook nested in another storage",
    "inner.xls",
    buildCompoundFile(["Contents"], ["Workbook"]),
  ),
  ...MACRO_FILES,
  createFileCase(
    "a type list with a DTD",
    "entity.docx",
    createZip({ ...WORD_PARTS, "[Content_Types].xml": '<!DOCTYPE Types [<!ENTITY a "vba">]><Types/>' }),
  ),
  createFileCase(
    "a type list that unpacks to 20 MB",
    "types.docx",
    createDeflatedZip({ ...WORD_PARTS, "[Content_Types].xml": " ".repeat(20 * 1024 * 1024) }),
  ),
  createFileCase("a damaged type list", "damaged.docx", withEntryField(docx, 10, 8, 2)),
  createFileCase(
    "a password-protected workbook",
    "locked.xlsx",
    buildCompoundFile(["EncryptionInfo", "EncryptedPackage"]),
  ),
  createFileCase("a password-protected archive entry", "locked.docx", withEntryField(docx, 8, 1, 2)),
  createFileCase("zip slip", "slip.docx", createZip({ ...WORD_PARTS, "../../slip.xml": "x" })),
  createFileCase("a 4 GB zip bomb", "bomb.docx", withEntryField(docx, 24, 0xfffffff0, 4)),
  createFileCase("a directory of 65,535 entries", "many.docx", withEndField(docx, 10, 0xffff, 2)),
  createFileCase(
    "a directory after the end of the file",
    "beyond.docx",
    withEndField(docx, 16, 0xfffffff0, 4),
  ),
  createFileCase("a directory of 4 GB", "huge.docx", withEndField(docx, 12, 0xfffffff0, 4)),
  createFileCase("a truncated archive", "cut.xlsx", xlsx.subarray(0, xlsx.length - 40)),
  createFileCase("a cyclic sector chain", "circle.doc", CYCLIC_CHAIN),
  createFileCase("cyclic siblings", "siblings.xls", CYCLIC_SIBLINGS),
  createFileCase(
    "a compound file signature followed by zeros",
    "zeros.doc",
    Buffer.concat([doc.subarray(0, 8), Buffer.alloc(2000)]),
  ),
  createFileCase("an unsupported type", "page.html", html),
  createFileCase("a macro extension", "macros.docm", docx),
];

/** Valid uploads that the same rules must accept. */
export const GOOD_FILES: readonly HostileFile[] = [
  createFileCase("a PDF", "good.pdf", pdf, "good.pdf"),
  createFileCase("a PNG", "good.png", png, "good.png"),
  createFileCase("a JPEG", "good.jpg", jpeg, "good.jpg"),
  createFileCase("a JPEG", "good.jpeg", jpeg, "good.jpeg"),
  createFileCase(
    "a compressed Word document",
    "compressed.docx",
    createDeflatedZip(WORD_PARTS),
    "compressed.docx",
  ),
  createFileCase("a Word document", "good.docx", docx, "good.docx"),
  createFileCase("an Excel workbook", "good.xlsx", xlsx, "good.xlsx"),
  createFileCase("an old Word document", "good.doc", doc, "good.doc"),
  createFileCase(
    "an old Word document with an embedded workbook",
    "table.doc",
    buildCompoundFile(["WordDocument"], ["Workbook"]),
    "table.doc",
  ),
  createFileCase("an old Excel workbook", "good.xls", xls, "good.xls"),
  createFileCase("an Excel 5.0 workbook", "older.xls", buildCompoundFile(["Book"]), "older.xls"),
];
