import { expect, test } from "vitest";
import { getFileExtension, sanitizeFileName } from "#domain/documents/document-name.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd.pdf", "passwd.pdf"],
  ["C:\\Users\\me\\Report 2.pdf", "Report 2.pdf"],
  ["/", ""],
  ["folder/", "folder"],
  ["  spaced.pdf . ", "spaced.pdf"],
  ["a\u0000b\r\n.pdf", "ab.pdf"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["zero\u200Bwidth\uFEFF.pdf", "zerowidth.pdf"],
  ["lone\uD800.pdf", "lone.pdf"],
  ["cafe\u0301.pdf", "caf\u00E9.pdf"],
  ["دليل.pdf", "دليل.pdf"],
  ["😀.png", "😀.png"],
])("sanitizes %j to %j", (original, expected) => {
  expect(sanitizeFileName(original)).toBe(expected);
});

test.each([
  ["a.PDF", "pdf"],
  ["archive.tar.xls", "xls"],
  [".png", "png"],
  ["pdf", ""],
  ["a.", ""],
])("from %j, returns the extension %j", (name, extension) => {
  expect(getFileExtension(name)).toBe(extension);
});
