import { expect, test } from "vitest";
import {
  documentCategoryLabel,
  fileTypeLabel,
  formatFileSize,
  isPreviewable,
} from "#domain/documents/document.ts";

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KB"],
  [1536, "1.5 KB"],
  [1024 * 1024 - 1, "1.0 MB"],
  [1024 * 1024, "1.0 MB"],
  [1.5 * 1024 * 1024, "1.5 MB"],
  [50 * 1024 * 1024, "50.0 MB"],
])("%s bytes are %s", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

test("labels types that contain pdf as PDF and all others as FILE", () => {
  expect(fileTypeLabel("application/pdf")).toBe("PDF");
  expect(fileTypeLabel("application/x-PDF")).toBe("PDF");
  expect(fileTypeLabel("image/png")).toBe("FILE");
});

test("shows an unknown category as Other", () => {
  expect(documentCategoryLabel("deliverable")).toBe("Deliverable");
  expect(documentCategoryLabel("memo" as never)).toBe("Other");
});

test("previews PDFs and images, but not office files or active content", () => {
  for (const type of ["application/pdf", "image/png", "image/jpeg"]) {
    expect(isPreviewable(type)).toBe(true);
  }
  for (const type of ["application/msword", "text/html", "image/svg+xml", ""]) {
    expect(isPreviewable(type)).toBe(false);
  }
});
