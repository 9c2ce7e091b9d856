import { aHeatMap } from "#server/demo/files/heat-map.ts";
import { aWorkbook, aZip } from "#server/demo/files/workbook.ts";
import { aCompoundFile } from "./compound.ts";

/** What is sent, and what must be answered: the name it is kept under, or the refusal's status and code. */
export type HostileFile = {
  what: string;
  name: string;
  content: Buffer;
  expected: string | [number, string];
};

const UNSUPPORTED: [number, string] = [415, "unsupported_type"];
const INVALID: [number, string] = [400, "invalid_input"];

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
const png = aHeatMap();
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");
const html = Buffer.from("<!doctype html><script>alert(1)</script>");
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const exe = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200, 1)]);
const xlsx = aWorkbook([["a"]]);
const wordParts = { "[Content_Types].xml": "<Types/>", "word/document.xml": "<document/>" };
const docx = aZip(wordParts);
const workbookParts = { "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook/>" };
const zip = aZip({ "a.txt": "a" });
const doc = aCompoundFile(["WordDocument", "1Table"]);
const xls = aCompoundFile(["Workbook"]);

/** The archive with one number of every directory entry changed. */
function withEntryField(archive: Buffer, offset: number, value: number, bytes: 2 | 4): Buffer {
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf("PK\x01\x02"); at >= 0; at = changed.indexOf("PK\x01\x02", at + 4))
    bytes === 2 ? changed.writeUInt16LE(value, at + offset) : changed.writeUInt32LE(value, at + offset);
  return changed;
}

/** The archive with one number of its end record changed. */
function withEndField(archive: Buffer, offset: number, value: number, bytes: 2 | 4): Buffer {
  const changed = Buffer.from(archive);
  const at = changed.lastIndexOf("PK\x05\x06");
  bytes === 2 ? changed.writeUInt16LE(value, at + offset) : changed.writeUInt32LE(value, at + offset);
  return changed;
}

/** The compound file with a PDF's mark among the header's numbers of sectors that it does not have. */
function withPdfMark(compound: Buffer): Buffer {
  const changed = Buffer.from(compound);
  changed.write("%PDF-1.7", 400);
  return changed;
}

const named = (what: string, name: string, expected: HostileFile["expected"]): HostileFile => ({
  what,
  name,
  content: pdf,
  expected,
});
const holding = (
  what: string,
  name: string,
  content: Buffer,
  expected: HostileFile["expected"] = UNSUPPORTED,
): HostileFile => ({ what, name, content, expected });

const chain = (() => {
  // A directory whose chain of sectors leads back to itself.
  const looped = Buffer.from(aCompoundFile(["Contents"]));
  looped.writeUInt32LE(1, 512 + 4);
  return looped;
})();
const tree = (() => {
  // An entry that is its own sibling.
  const looped = Buffer.from(aCompoundFile(["Contents"]));
  looped.writeUInt32LE(1, 1024 + 128 + 72);
  return looped;
})();

/** Each of them was thought of by somebody who did not mean well. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  named("folders upwards", "../../../etc/passwd.pdf", "passwd.pdf"),
  named("folders upwards, the other way", "..\\..\\windows\\win.pdf", "win.pdf"),
  named("an absolute path", "/var/www/index.pdf", "index.pdf"),
  named("a drive", "C:\\report.pdf", "report.pdf"),
  named("a path with the extension in its folder", "a.pdf/b", UNSUPPORTED),
  named("encoded folders stay letters", "..%2f..%2fa.pdf", "..%2f..%2fa.pdf"),
  named("nothing but dots", "...", UNSUPPORTED),
  named("an extension alone", ".pdf", ".pdf"),
  named("no extension", "pdf", UNSUPPORTED),
  named("two extensions, the last a program", "report.pdf.exe", UNSUPPORTED),
  named("two extensions, the first a program", "report.exe.pdf", "report.exe.pdf"),
  named("a dot after the extension", "report.exe.", UNSUPPORTED),
  named("a dot after a good extension", "late.pdf.", "late.pdf"),
  named("blanks around", "  blanks.pdf  ", "blanks.pdf"),
  named("a stream of Windows", "report.pdf::$DATA", UNSUPPORTED),
  named("capital letters", "REPORT.PDF", "REPORT.PDF"),
  named("read from right to left", "invoice\u202Efdp.exe", UNSUPPORTED),
  named("read from right to left, and a PDF", "a\u202Efdp.pdf", "afdp.pdf"),
  named("Arabic, which is read so by right", "تقرير.pdf", "تقرير.pdf"),
  named("characters without width", "re\u200Bport\uFEFF.pdf", "report.pdf"),
  named("an extension broken by one", "a.p\u200Bdf", "a.pdf"),
  named("letters that look like others", "rероrt.рdf", UNSUPPORTED),
  named("255 characters", `${"n".repeat(251)}.pdf`, `${"n".repeat(251)}.pdf`),
  named("256 characters", `${"n".repeat(252)}.pdf`, INVALID),
  named("255 characters of three bytes", `${"長".repeat(251)}.pdf`, `${"長".repeat(251)}.pdf`),
  named("255 bytes of two-byte letters", `${"é".repeat(125)}a.pdf`, `${"é".repeat(125)}a.pdf`),
  named("markup", "<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"),
  named("a query", "'; drop table documents;--.pdf", "'; drop table documents;--.pdf"),
  named("a header", "a%0d%0aSet-Cookie: x=1.pdf", "a%0d%0aSet-Cookie: x=1.pdf"),
  named("a formula", "=cmd|calc!A1.pdf", "=cmd|calc!A1.pdf"),
  named("a device of Windows", "CON.pdf", "CON.pdf"),
  named("a name of every object", "__proto__.pdf", "__proto__.pdf"),
  holding("HTML as PDF", "page.pdf", html),
  holding("HTML as a picture", "page.png", html),
  holding("a drawing that runs scripts", "drawing.svg", svg),
  holding("the same as a picture", "drawing.png", svg),
  holding("a program as PDF", "program.pdf", exe),
  holding("a program as Word", "program.doc", exe),
  holding("a PDF as a picture", "report.jpg", pdf),
  holding("a picture as PDF", "photo.pdf", jpeg),
  holding("a PNG as JPEG", "photo.jpeg", png),
  holding("a JPEG as PNG", "photo.png", jpeg),
  holding("a PDF after something else", "late.pdf", Buffer.concat([html, pdf])),
  holding("a mark of PDF and nothing more", "mark.pdf", Buffer.from("%PDF")),
  holding("no bytes", "empty.pdf", Buffer.alloc(0), [400, "empty_file"]),
  holding("one byte", "byte.pdf", Buffer.from("%")),
  holding("PDF and archive in one", "both.pdf", Buffer.concat([pdf, zip])),
  holding("PNG and archive in one", "both.png", Buffer.concat([png, zip])),
  holding("JPEG and archive in one", "both.jpg", Buffer.concat([jpeg, zip])),
  holding("PNG and PDF in one", "pdf.png", Buffer.concat([png.subarray(0, 33), pdf, png.subarray(33)])),
  holding("Word and archive in one", "both.doc", Buffer.concat([doc, zip])),
  holding("Word and PDF in one", "pdf.docx", aZip({ "a.pdf": pdf.toString(), ...wordParts })),
  holding("Excel and PDF in one", "pdf.xlsx", aZip({ "a.pdf": pdf.toString(), ...workbookParts })),
  holding("old Word and PDF in one", "pdf.doc", withPdfMark(doc)),
  holding("an archive after something else", "late.docx", Buffer.concat([Buffer.from("MZ"), docx])),
  holding("an archive as Word", "archive.docx", zip),
  holding("Excel as Word", "book.docx", xlsx),
  holding("Word as Excel", "letter.xlsx", docx),
  holding("old Word as new", "old.docx", doc),
  holding("new Word as old", "new.doc", docx),
  holding("old Word as old Excel", "letter.xls", doc),
  holding("old Excel as old Word", "book.doc", xls),
  holding("an installer as Word", "setup.doc", aCompoundFile(["\u4840\u3b3f", "Property"])),
  holding("a mail as Excel", "mail.xls", aCompoundFile(["__properties_version1.0"])),
  holding("a workbook inside something else", "inner.xls", aCompoundFile(["Contents"], ["Workbook"])),
  holding("macros", "macros.docx", aZip({ ...wordParts, "word/vbaProject.bin": "macro" })),
  holding("a password", "locked.xlsx", aCompoundFile(["EncryptionInfo", "EncryptedPackage"])),
  holding("an entry with a password", "locked.docx", withEntryField(docx, 8, 1, 2)),
  holding("an archive that leaves its folder", "slip.docx", aZip({ ...wordParts, "../../slip.xml": "x" })),
  holding("a bomb of 4 GB", "bomb.docx", withEntryField(docx, 24, 0xfffffff0, 4)),
  holding("a directory of 65,535 entries", "many.docx", withEndField(docx, 10, 0xffff, 2)),
  holding("a directory beyond the end", "beyond.docx", withEndField(docx, 16, 0xfffffff0, 4)),
  holding("a directory of 4 GB", "huge.docx", withEndField(docx, 12, 0xfffffff0, 4)),
  holding("an archive cut in its middle", "cut.xlsx", xlsx.subarray(0, xlsx.length - 40)),
  holding("a compound file in circles", "circle.doc", chain),
  holding("siblings in circles", "siblings.xls", tree),
  holding(
    "a mark of a compound file, then zeros",
    "zeros.doc",
    Buffer.concat([doc.subarray(0, 8), Buffer.alloc(2000)]),
  ),
  holding("a type nobody asked for", "page.html", html),
  holding("macros by their name", "macros.docm", docx),
];

/** Their well-meaning cousins, which every rule above must let through. */
export const GOOD_FILES: readonly HostileFile[] = [
  holding("a PDF", "good.pdf", pdf, "good.pdf"),
  holding("a PNG", "good.png", png, "good.png"),
  holding("a JPEG", "good.jpg", jpeg, "good.jpg"),
  holding("a JPEG", "good.jpeg", jpeg, "good.jpeg"),
  holding("a Word document", "good.docx", docx, "good.docx"),
  holding("an Excel workbook", "good.xlsx", xlsx, "good.xlsx"),
  holding("an old Word document", "good.doc", doc, "good.doc"),
  holding("with a workbook in it", "table.doc", aCompoundFile(["WordDocument"], ["Workbook"]), "table.doc"),
  holding("an old Excel workbook", "good.xls", xls, "good.xls"),
  holding("an older one", "older.xls", aCompoundFile(["Book"]), "older.xls"),
];
