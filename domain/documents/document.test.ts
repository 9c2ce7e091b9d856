import { expect, test } from "vitest";
import {
  DOCUMENT_CATEGORY_OPTIONS,
  documentCategoryLabel,
  fileFormatLabel,
  fileTypeLabel,
  findDocumentCategory,
  formatFileSize,
  isPreviewable,
} from "#domain/documents/document.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KB"],
  [1536, "1.5 KB"],
  [1024 * 1024 - 1, "1.0 MB"],
  [1024 * 1024, "1.0 MB"],
  [1.5 * 1024 * 1024, "1.5 MB"],
  [50 * 1024 * 1024, "50.0 MB"],
])("formats %s bytes as %s", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

test("labels types that contain pdf as PDF and all others as FILE", () => {
  expect(fileTypeLabel("application/pdf")).toBe("PDF");
  expect(fileTypeLabel("application/x-PDF")).toBe("PDF");
  expect(fileTypeLabel("image/png")).toBe("FILE");
});

test("names the format of each type that can be uploaded", () => {
  expect(fileFormatLabel("application/pdf")).toBe("PDF");
  expect(fileFormatLabel("image/png")).toBe("PNG");
  expect(fileFormatLabel("image/jpeg")).toBe("JPEG");
  expect(fileFormatLabel("application/msword")).toBe("DOC");
  expect(fileFormatLabel("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")).toBe("XLSX");
  expect(fileFormatLabel("application/x-unknown")).toBe("FILE");
});

test("shows an unknown category as Other", () => {
  expect(documentCategoryLabel("deliverable")).toBe("Deliverable");
  expect(documentCategoryLabel(unknownValue("memo"))).toBe("Other");
});

test("previews PDFs and images, but not office files or active content", () => {
  for (const type of ["application/pdf", "image/png", "image/jpeg"]) {
    expect(isPreviewable(type)).toBe(true);
  }
  for (const type of ["application/msword", "text/html", "image/svg+xml", ""]) {
    expect(isPreviewable(type)).toBe(false);
  }
});

test("offers every category, with Other last", () => {
  expect(DOCUMENT_CATEGORY_OPTIONS.map(({ label }) => label)).toEqual([
    "Contract",
    "Report",
    "Deliverable",
    "Invoice",
    "Other",
  ]);
});

test.each(["contract", "report", "deliverable", "invoice", "other"] as const)("finds %s", (category) => {
  expect(findDocumentCategory(category)).toBe(category);
});

test.each(["", "Contract", "memo", "constructor", "toString"])("finds no category %j", (name) => {
  expect(findDocumentCategory(name)).toBeUndefined();
});

test.each([
  [1024 * 1023, "1023.0 KB"],
  [1024 * 1024 - 52, "1023.9 KB"],
  [1024 * 1024 - 51, "1.0 MB"],
  [1, "1 B"],
  [1025, "1.0 KB"],
])("rounds %d bytes to %s", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
