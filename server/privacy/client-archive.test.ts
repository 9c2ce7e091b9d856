import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readZip } from "#tests/support/files/read-zip.ts";
import { type ArchivedDocument, createClientArchive } from "./client-archive.ts";

const CREATED_AT = new Date("2026-03-02T10:00:00Z");

const createArchive = (options: Partial<Parameters<typeof createClientArchive>[0]> = {}) =>
  createClientArchive({
    company: "Calder & Finch",
    files: [],
    documents: [],
    createdAt: CREATED_AT,
    ...options,
  });

const createDocument = (name: string, content = "content", isInternal = false): ArchivedDocument => ({
  name,
  uploadedAt: CREATED_AT,
  isInternal,
  open: async () => Readable.from([Buffer.from(content)]),
});

async function unpack(archive: Readable): Promise<Record<string, string>> {
  return Object.fromEntries(await readZip(await buffer(archive)));
}

test("contains a README, one JSON file per table and every document", async () => {
  const files = [
    { name: "invoices.json", rows: [{ amount: "10.00" }] },
    { name: "internal/notes.json", rows: [] },
  ];
  const contents = await unpack(createArchive({ files, documents: [createDocument("Report.pdf", "%PDF")] }));
  expect(Object.keys(contents)).toEqual([
    "README.txt",
    "invoices.json",
    "internal/notes.json",
    "documents/001 Report.pdf",
  ]);
  expect(JSON.parse(contents["invoices.json"] ?? "")).toEqual([{ amount: "10.00" }]);
  expect(contents["documents/001 Report.pdf"]).toBe("%PDF");
  expect(contents["README.txt"]).toContain(
    "All data stored about Calder & Finch, as of 2026-03-02T10:00:00.000Z.",
  );
  expect(contents["README.txt"]).toContain("internal/ contains your team's notes");
});

test("puts documents that the client must not receive into the internal folder", async () => {
  const documents = [
    createDocument("Report.pdf"),
    createDocument("trace.txt", "secret", true),
    createDocument("Letter.pdf"),
  ];
  const { "README.txt": _, ...contents } = await unpack(createArchive({ documents }));
  expect(contents).toEqual({
    "documents/001 Report.pdf": "content",
    "documents/002 Letter.pdf": "content",
    "internal/documents/001 trace.txt": "secret",
  });
});

test("keeps documents with the same name, in order", async () => {
  const documents = ["v1", "v2", "v3"].map((version) => createDocument("Report.pdf", version));
  const { "README.txt": _, ...contents } = await unpack(createArchive({ documents }));
  expect(contents).toEqual({
    "documents/001 Report.pdf": "v1",
    "documents/002 Report.pdf": "v2",
    "documents/003 Report.pdf": "v3",
  });
});

test.each([
  ["../../etc/passwd", "documents/001 __.._etc_passwd"],
  ["..\\..\\windows.pdf", "documents/001 __.._windows.pdf"],
  ["C:\\report.pdf", "documents/001 C__report.pdf"],
  ["a/b.pdf", "documents/001 a_b.pdf"],
  ["...", "documents/001 _"],
  ["line\nbreak\u0000.pdf", "documents/001 line_break_.pdf"],
  ["تقرير 報告.pdf", "documents/001 تقرير 報告.pdf"],
  ["<b>*?.pdf", "documents/001 _b___.pdf"],
])("stores a document named %j as %j, inside its folder", async (name, entry) => {
  expect(Object.keys(await unpack(createArchive({ documents: [createDocument(name)] })))).toContain(entry);
});

test("limits the length of names", async () => {
  const [, name = ""] = Object.keys(
    await unpack(createArchive({ documents: [createDocument(`${"n".repeat(300)}.pdf`)] })),
  );
  expect(name.length).toBeLessThan(180);
});

test("fails if a file cannot be read, so that no incomplete archive looks complete", async () => {
  const missingDocument = {
    ...createDocument("missing.pdf"),
    open: () => Promise.reject(new Error("the file is missing")),
  };
  await expect(
    buffer(createArchive({ documents: [createDocument("a.pdf"), missingDocument] })),
  ).rejects.toThrow("the file is missing");
});

test("fails if a file cannot be read to its end", async () => {
  const failingDocument = {
    ...createDocument("failing.pdf"),
    open: async () =>
      new Readable({
        read() {
          this.destroy(new Error("the disk failed"));
        },
      }),
  };
  await expect(buffer(createArchive({ documents: [failingDocument] }))).rejects.toThrow("the disk failed");
});

test("closes the open document when the download is canceled", async () => {
  const endlessStream = new Readable({
    read() {
      setImmediate(() => this.push(Buffer.alloc(65_536)));
    },
  });
  const document = { ...createDocument("a.pdf"), open: async () => endlessStream };
  let chunks = 0;
  for await (const _ of createArchive({ documents: [document] })) {
    chunks += 1;
    if (chunks > 20) {
      break;
    }
  }
  await expect.poll(() => endlessStream.destroyed).toBe(true);
});

test("opens one document at a time", async () => {
  let openCount = 0;
  let maxOpenCount = 0;
  const documents = Array.from({ length: 20 }, (_, index) => ({
    ...createDocument(`${index}.pdf`),
    async open() {
      openCount += 1;
      maxOpenCount = Math.max(maxOpenCount, openCount);
      return Readable.from([Buffer.alloc(100_000, index)]).on("end", () => {
        openCount -= 1;
      });
    },
  }));
  await unpack(createArchive({ documents }));
  expect(maxOpenCount).toBe(1);
});
