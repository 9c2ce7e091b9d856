import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHeatMap } from "#server/demo/files/heat-map.ts";
import { createPdf } from "#server/demo/files/pdf.ts";
import { createWorkbook, createZip } from "#server/demo/files/workbook.ts";
import { buildCompoundFile } from "#tests/support/files/compound-file.ts";
import { GOOD_FILES, HOSTILE_FILES } from "#tests/support/files/hostile-files.ts";
import { MACRO_FILES } from "#tests/support/files/macro-files.ts";
import { readCompoundNames } from "./compound-file.ts";
import { detectFileType } from "./detect-file-type.ts";
import { type RandomAccessFile, withRandomAccess } from "./random-access-file.ts";
import { endsAsZip, readZipDirectory } from "./zip-directory.ts";

/** A file in memory that counts the bytes read from it. */
function createMemoryFile(content: Uint8Array): RandomAccessFile & { bytesRead: number } {
  const bytes = Buffer.from(content);
  return {
    size: bytes.length,
    bytesRead: 0,
    async read(offset, length) {
      const part = bytes.subarray(Math.max(0, offset), Math.max(0, offset + length));
      this.bytesRead += part.length;
      return part;
    },
  };
}

const EXTENSIONS = ["pdf", "doc", "xls", "docx", "xlsx", "png", "jpg", "jpeg"];
const WORKBOOK = createWorkbook([["a", "b"]]);

test.each([
  ["pdf", createPdf("Report", ["A line"]), "application/pdf"],
  ["png", createHeatMap(), "image/png"],
  ["xlsx", WORKBOOK, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["doc", buildCompoundFile(["WordDocument"]), "application/msword"],
  ["xls", buildCompoundFile(["Workbook"]), "application/vnd.ms-excel"],
])("recognizes a %s file by its content", async (extension, content, mimeType) => {
  expect(await detectFileType(createMemoryFile(content), extension)).toEqual({ ok: true, mimeType });
});

test.each([
  "exe",
  "html",
  "svg",
  "PDF",
  "",
  "constructor",
  "__proto__",
])("rejects the extension “%s”, whatever the content is", async (extension) => {
  expect(await detectFileType(createMemoryFile(createPdf("Report", [])), extension)).toEqual({
    ok: false,
    reason: "Only PDF, Word, Excel, PNG and JPEG files can be uploaded",
  });
});

test.each([
  ["pdf", createHeatMap(), "This file isn't a PDF"],
  ["docx", WORKBOOK, "This file isn't a Word document"],
  ["xlsx", buildCompoundFile(["EncryptedPackage"]), "This file is password-protected, so we can't check it"],
  [
    "pdf",
    Buffer.concat([createPdf("Report", []), WORKBOOK]),
    "This file contains a second file of another type",
  ],
])("explains to the uploader why a %s file is rejected: %#", async (extension, content, reason) => {
  expect(await detectFileType(createMemoryFile(content), extension)).toEqual({ ok: false, reason });
});

test.each(MACRO_FILES)("rejects $description", async ({ name, content }) => {
  expect(await detectFileType(createMemoryFile(content), name.split(".").at(-1) ?? "")).toEqual({
    ok: false,
    reason: "This file contains macros, which aren't accepted",
  });
});

test("accepts each valid file only with an extension of its type", async () => {
  const extensionGroups = [
    ["jpg", "jpeg"],
    ...EXTENSIONS.filter((name) => !name.startsWith("jp")).map((name) => [name]),
  ];
  for (const { name, content } of GOOD_FILES) {
    const nativeExtension = name.split(".").at(-1) ?? "";
    for (const extension of EXTENSIONS) {
      const isSameType = extensionGroups.some(
        (family) => family.includes(nativeExtension) && family.includes(extension),
      );
      const { ok } = await detectFileType(createMemoryFile(content), extension);
      expect(ok, `${name} as ${extension}`).toBe(isSameType);
    }
  }
});

test("never throws for a truncated or corrupted file", async () => {
  const contents = [...GOOD_FILES, ...HOSTILE_FILES]
    .map(({ content }) => content)
    .filter(({ length }) => length > 0);
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...contents),
      fc.constantFrom(...EXTENSIONS),
      changes,
      fc.nat(),
      async (content, extension, bytes, cut) => {
        const corrupted = Buffer.from(content.subarray(0, (cut % content.length) + 1));
        for (const [position, value] of bytes) {
          corrupted.writeUInt8(value, position % corrupted.length);
        }
        expect(await detectFileType(createMemoryFile(corrupted), extension)).toHaveProperty("ok");
      },
    ),
    { numRuns: 500 },
  );
});

test("reads at most a few megabytes of the largest accepted file", async () => {
  const large = Buffer.concat([buildCompoundFile(["WordDocument"]), Buffer.alloc(50 * 1024 * 1024)]);
  for (const extension of EXTENSIONS) {
    const file = createMemoryFile(large);
    await detectFileType(file, extension);
    expect(file.bytesRead, extension).toBeLessThan(5 * 1024 * 1024);
  }
});

test("lists the entries of an archive without unpacking them", async () => {
  const directory = await readZipDirectory(
    createMemoryFile(createZip({ "a.xml": "12345", "folder/b.xml": "" })),
  );
  expect([...(directory?.entries.keys() ?? [])]).toEqual(["a.xml", "folder/b.xml"]);
  expect(directory).toMatchObject({ unpackedBytes: 5, isEncrypted: false });
});

test("rejects an archive with two entries of the same name, which programs read differently", async () => {
  const archive = createZip({ "word/a.xml": "1", "word/b.xml": "2" });
  const duplicate = Buffer.from(archive.toString("latin1").replaceAll("word/b.xml", "word/a.xml"), "latin1");
  expect(await readZipDirectory(createMemoryFile(duplicate))).toBeNull();
});

test("rejects an archive with two names that differ only in case", async () => {
  const archive = createZip({ "word/a.xml": "1", "Word/A.XML": "2" });
  expect(await readZipDirectory(createMemoryFile(archive))).toBeNull();
});

test("recognizes an archive at the end of a file, even with a comment", async () => {
  const archive = createZip({ "a.txt": "a" });
  const commented = Buffer.concat([archive, Buffer.from("a comment")]);
  commented.writeUInt16LE(9, archive.length - 2);
  expect(await endsAsZip(createMemoryFile(archive))).toBe(true);
  expect(await endsAsZip(createMemoryFile(commented))).toBe(true);
  expect(await endsAsZip(createMemoryFile(Buffer.concat([archive, Buffer.from("x")])))).toBe(false);
  expect(await endsAsZip(createMemoryFile(Buffer.alloc(0)))).toBe(false);
});

test("lists the names in the root of a compound file, without nested ones", async () => {
  const names = await readCompoundNames(
    createMemoryFile(buildCompoundFile(["WordDocument", "1Table"], ["Workbook"])),
  );
  expect(names).toEqual(new Set(["WordDocument", "1Table", "ObjectPool"]));
  expect(await readCompoundNames(createMemoryFile(createHeatMap()))).toBeNull();
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-type-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("reads parts of a file on disk, with fewer bytes at its end and none beyond it", async () => {
  const path = join(folder, "digits");
  await writeFile(path, "0123456789");
  const read = (offset: number, length: number) =>
    withRandomAccess(path, 10, async (file) => (await file.read(offset, length)).toString());
  expect(await read(2, 3)).toBe("234");
  expect(await read(8, 5)).toBe("89");
  expect([await read(10, 1), await read(-1, 5), await read(0, 0)]).toEqual(["", "", ""]);
});

test("closes the file, even after an error", async () => {
  const path = join(folder, "closed");
  await writeFile(path, "0123456789");
  let file: RandomAccessFile | undefined;
  const failing = withRandomAccess(path, 10, async (opened) => {
    file = opened;
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow("failed");
  await expect(file?.read(0, 1)).rejects.toThrow("closed");
});
