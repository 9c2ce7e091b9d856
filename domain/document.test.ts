import { expect, test } from "vitest";
import { documentCategory, fileSize, fileTypeLabel, isPreviewable } from "#domain/document.ts";

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
  expect(fileSize(bytes)).toBe(text);
});

test("a type that contains pdf is PDF, every other FILE", () => {
  expect(fileTypeLabel("application/pdf")).toBe("PDF");
  expect(fileTypeLabel("application/x-PDF")).toBe("PDF");
  expect(fileTypeLabel("image/png")).toBe("FILE");
});

test("an unknown category counts as other", () => {
  expect(documentCategory("deliverable")).toBe("Deliverable");
  expect(documentCategory("memo")).toBe("Other");
});

test("PDF and images can be shown, office files and what browsers would run cannot", () => {
  for (const type of ["application/pdf", "image/png", "image/jpeg"]) expect(isPreviewable(type)).toBe(true);
  for (const type of ["application/msword", "text/html", "image/svg+xml", ""])
    expect(isPreviewable(type)).toBe(false);
});
