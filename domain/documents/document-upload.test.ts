import { expect, test } from "vitest";
import {
  hasAcceptedExtension,
  MAX_DOCUMENT_BYTES,
  validateUpload,
} from "#domain/documents/document-upload.ts";

const validateSize = (size: number) => validateUpload({ name: "report.pdf", size });

test("accepts exactly 50 MB and rejects one byte more", () => {
  expect(validateSize(MAX_DOCUMENT_BYTES)).toBeNull();
  expect(validateSize(MAX_DOCUMENT_BYTES + 1)).toBe("The file is slightly over 50 MB. The maximum is 50MB");
  expect(validateSize(61 * 1024 * 1024)).toBe("The file is 61.0 MB. The maximum is 50MB");
});

test("rejects an empty file", () => {
  expect(validateSize(1)).toBeNull();
  expect(validateSize(0)).toBe("The file is empty");
});

test("accepts names up to 255 characters, regardless of bytes", () => {
  const validateNameLength = (length: number) =>
    validateUpload({ name: `${"長".repeat(length - 4)}.pdf`, size: 1 });
  expect(validateNameLength(255)).toBeNull();
  expect(validateNameLength(256)).toBe("The file name is longer than 255 characters");
});

test.each(["a.pdf", "a.DOCX", "archive.tar.xls", "été.jpeg", ".png"])("accepts %s", (name) => {
  expect(hasAcceptedExtension(name)).toBe(true);
});

test.each(["pdf", "a.pdf.exe", "a.pdf ", "a.svg", "a.docm", "", "a."])("rejects %j", (name) => {
  expect(hasAcceptedExtension(name)).toBe(false);
  expect(validateUpload({ name, size: 1 })).toBe("Only PDF, Word, Excel, PNG and JPEG files can be uploaded");
});
