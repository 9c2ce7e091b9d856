import { expect, test } from "vitest";
import { hasAcceptedExtension, MAX_DOCUMENT_BYTES, uploadError } from "#domain/documents/document-upload.ts";

const ofSize = (size: number) => uploadError({ name: "report.pdf", size });

test("accepts exactly 50 MB and rejects one byte more", () => {
  expect(ofSize(MAX_DOCUMENT_BYTES)).toBeNull();
  expect(ofSize(MAX_DOCUMENT_BYTES + 1)).toBe("The file is slightly over 50 MB. The maximum is 50MB");
  expect(ofSize(61 * 1024 * 1024)).toBe("The file is 61.0 MB. The maximum is 50MB");
});

test("rejects an empty file", () => {
  expect(ofSize(1)).toBeNull();
  expect(ofSize(0)).toBe("The file is empty");
});

test("accepts names up to 255 characters, regardless of bytes", () => {
  const named = (length: number) => uploadError({ name: `${"長".repeat(length - 4)}.pdf`, size: 1 });
  expect(named(255)).toBeNull();
  expect(named(256)).toBe("The file name is longer than 255 characters");
});

test.each(["a.pdf", "a.DOCX", "archive.tar.xls", "été.jpeg", ".png"])("accepts %s", (name) => {
  expect(hasAcceptedExtension(name)).toBe(true);
});

test.each(["pdf", "a.pdf.exe", "a.pdf ", "a.svg", "a.docm", "", "a."])("rejects %j", (name) => {
  expect(hasAcceptedExtension(name)).toBe(false);
  expect(uploadError({ name, size: 1 })).toBe("Only PDF, Word, Excel, PNG and JPEG files can be uploaded");
});
