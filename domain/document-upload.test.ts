import { expect, test } from "vitest";
import { documentProblem, isAcceptedName, MOST_DOCUMENT_BYTES } from "#domain/document-upload.ts";

const ofSize = (size: number) => documentProblem({ name: "report.pdf", size });

test("a file of exactly 50 MB has no problem, one byte more is told with its size", () => {
  expect(ofSize(MOST_DOCUMENT_BYTES)).toBeNull();
  expect(ofSize(MOST_DOCUMENT_BYTES + 1)).toBe("The file is just above 50 MB; 50MB is the maximum");
  expect(ofSize(61 * 1024 * 1024)).toBe("The file is 61.0 MB; 50MB is the maximum");
});

test("a file needs at least one byte", () => {
  expect(ofSize(1)).toBeNull();
  expect(ofSize(0)).toBe("The file is empty");
});

test("a name of 255 characters is the longest, however many bytes they take", () => {
  const named = (length: number) => documentProblem({ name: `${"長".repeat(length - 4)}.pdf`, size: 1 });
  expect(named(255)).toBeNull();
  expect(named(256)).toBe("The file’s name is longer than 255 characters");
});

test.each([
  "a.pdf",
  "a.DOCX",
  "archive.tar.xls",
  "été.jpeg",
  ".png",
])("%s is accepted by its extension", (name) => {
  expect(isAcceptedName(name)).toBe(true);
});

test.each(["pdf", "a.pdf.exe", "a.pdf ", "a.svg", "a.docm", "", "a."])("%j is not accepted", (name) => {
  expect(isAcceptedName(name)).toBe(false);
  expect(documentProblem({ name, size: 1 })).toBe(
    "Only PDF, Word, Excel, PNG and JPEG files can be uploaded",
  );
});
