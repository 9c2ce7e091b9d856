import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildPdf,
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";
import { type S3Server, startS3Server } from "#tests/support/files/s3-server.ts";
import { createFiles } from "./index.ts";
import { moveDocuments } from "./move-documents.ts";

let s3: S3Server;
let fixture: DocumentEnvironment;
beforeAll(async () => {
  s3 = await startS3Server();
  fixture = await startDocumentEnvironment({ env: s3.env });
});
afterAll(async () => {
  await fixture.stop();
  await s3.stop();
});

const queryRows = async (sql: string, values: unknown[] = []) => (await fixture.sql.query(sql, values)).rows;
const countByStore = () =>
  queryRows("select store, count(*)::integer as n from private.document_files group by store order by store");
const listDiskFiles = async () =>
  (await readdir(join(fixture.folder, "documents"), { recursive: true, withFileTypes: true })).filter(
    (file) => file.isFile(),
  );
const download = async (id: string) => {
  const response = await fixture.request("visitor", await fixture.getDownloadUrl(id), { redirect: "follow" });
  return Buffer.from(await response.arrayBuffer()).toString();
};

test("moves documents to another store and back, and deletes the old files", async () => {
  const contents = ["one", "two", "three"];
  const ids = [];
  for (const content of contents) {
    ids.push(await fixture.uploadAndGetId({ name: `${content}.pdf`, content: buildPdf(content) }));
  }
  expect(await countByStore()).toEqual([{ store: "s3", n: 3 }]);

  expect(await moveDocuments(fixture.database, fixture.files, "disk")).toEqual({ moved: 3, damaged: [] });
  expect(await countByStore()).toEqual([{ store: "disk", n: 3 }]);
  expect(await listDiskFiles()).toHaveLength(3);
  for (const [index, id] of ids.entries()) {
    expect(await download(id)).toBe(buildPdf(contents[index]).toString());
  }

  expect(await moveDocuments(fixture.database, fixture.files, "s3")).toEqual({ moved: 3, damaged: [] });
  expect(await listDiskFiles()).toEqual([]);
  expect(await queryRows("select * from private.unclaimed_files")).toEqual([]);
  for (const [index, id] of ids.entries()) {
    expect(await download(id)).toBe(buildPdf(contents[index]).toString());
  }
  expect(await moveDocuments(fixture.database, fixture.files, "s3")).toEqual({ moved: 0, damaged: [] });
});

test("reports a document that differs from its upload, and does not move it", async () => {
  const id = await fixture.uploadAndGetId({ name: "damaged.pdf" });
  await moveDocuments(fixture.database, fixture.files, "disk");
  const [{ storage_key }] = await queryRows(
    "select storage_key from private.document_files where document_id = $1",
    [id],
  );
  await writeFile(join(fixture.folder, "documents", storage_key.slice(0, 2), storage_key), buildPdf("other"));
  const report = await moveDocuments(fixture.database, fixture.files, "s3");
  expect(report).toEqual({ moved: 3, damaged: [id] });
  expect(await queryRows("select store from private.document_files where document_id = $1", [id])).toEqual([
    { store: "disk" },
  ]);
});

test("keeps the original if the new store loses the copy", async () => {
  await fixture.sql.query("delete from public.documents where name = 'damaged.pdf'");
  await fixture.uploadAndGetId({ name: "safe.pdf", content: buildPdf("safe") });
  const { files } = fixture;
  const lossyStore = { ...files.getStore("disk"), put: async () => {} };
  const lossyFiles = {
    ...files,
    getStore: (name: "disk" | "s3") => (name === "disk" ? lossyStore : files.store),
  };
  await expect(moveDocuments(fixture.database, lossyFiles, "disk")).rejects.toMatchObject({
    reason: "missing",
  });
  const [{ id }] = await queryRows("select id from public.documents where name = 'safe.pdf'");
  expect(await download(id)).toBe(buildPdf("safe").toString());
});

test("fails for documents in S3 if S3 is not configured", async () => {
  const files = createFiles({ dataDir: fixture.folder, s3: null });
  await expect(moveDocuments(fixture.database, files, "disk")).rejects.toThrow("S3_ENDPOINT is not set");
});
