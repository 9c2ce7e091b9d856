import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";
import { GOOD_FILES, HOSTILE_FILES } from "#tests/support/files/hostile-files.ts";

let fixture: DocumentEnvironment;
beforeAll(async () => {
  fixture = await startDocumentEnvironment();
});
afterAll(() => fixture.stop());

const countDocuments = async () =>
  (await fixture.sql.query("select count(*)::integer as n from public.documents")).rows[0].n;

test.each([...HOSTILE_FILES, ...GOOD_FILES])("checks $description: $name", async ({
  name,
  content,
  expected,
}) => {
  const documentsBefore = await countDocuments();
  const { status, body } = await fixture.upload({ name, content });
  if (typeof expected !== "string") {
    expect([status, body.code]).toEqual(expected);
    expect(body.error).toMatch(/^[A-Z][^<>\n]{10,100}$/);
    expect(await countDocuments()).toBe(documentsBefore);
    return;
  }
  expect([status, body]).toMatchObject([201, { document: { name: expected, file_size: content.length } }]);
  const { id } = body.document as { id: string };
  const response = await fixture.request("visitor", await fixture.getDownloadUrl(id));
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
  expect(response.headers.get("set-cookie")).toBeNull();
});

test("leaves no trace of rejected files in the store or the data directory", async () => {
  const folder = join(fixture.folder, "documents");
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map((file) => file.name);
  expect(names).toHaveLength(await countDocuments());
  expect(names.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([]);
  expect(await readdir(fixture.folder)).toEqual(["documents"]);
});
