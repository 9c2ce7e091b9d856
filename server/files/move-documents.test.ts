import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anS3Server, type S3Server } from "#tests/support/an-s3-server.ts";
import { aPdf, type DocumentWorld, documentWorld } from "#tests/support/documents.ts";
import { createFiles } from "./index.ts";
import { moveDocuments } from "./move-documents.ts";

let s3: S3Server;
let world: DocumentWorld;
beforeAll(async () => {
  s3 = await anS3Server();
  world = await documentWorld({ env: s3.env });
});
afterAll(async () => {
  await world.stop();
  await s3.stop();
});

const rowsOf = async (sql: string, values: unknown[] = []) => (await world.sql.query(sql, values)).rows;
const storesOf = () =>
  rowsOf("select store, count(*)::integer as n from private.document_files group by store order by store");
const onDisk = async () =>
  (await readdir(join(world.folder, "documents"), { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
const bytesOf = async (id: string) => {
  const response = await world.ask("visitor", await world.linkTo(id), { redirect: "follow" });
  return Buffer.from(await response.arrayBuffer()).toString();
};

test("documents move to the other store and back, every byte compared, old bytes gone", async () => {
  const words = ["one", "two", "three"];
  const ids = [];
  for (const word of words) ids.push(await world.stored({ name: `${word}.pdf`, content: aPdf(word) }));
  expect(await storesOf()).toEqual([{ store: "s3", n: 3 }]);

  expect(await moveDocuments(world.database, world.files, "disk")).toEqual({ moved: 3, damaged: [] });
  expect(await storesOf()).toEqual([{ store: "disk", n: 3 }]);
  expect(await onDisk()).toHaveLength(3);
  for (const [at, id] of ids.entries()) expect(await bytesOf(id)).toBe(aPdf(words[at]).toString());

  expect(await moveDocuments(world.database, world.files, "s3")).toEqual({ moved: 3, damaged: [] });
  expect(await onDisk()).toEqual([]);
  expect(await rowsOf("select * from private.unclaimed_files")).toEqual([]);
  for (const [at, id] of ids.entries()) expect(await bytesOf(id)).toBe(aPdf(words[at]).toString());
  expect(await moveDocuments(world.database, world.files, "s3")).toEqual({ moved: 0, damaged: [] });
});

test("a document whose bytes are not what was uploaded stays, and is named", async () => {
  const id = await world.stored({ name: "damaged.pdf" });
  await moveDocuments(world.database, world.files, "disk");
  const [{ storage_key }] = await rowsOf(
    "select storage_key from private.document_files where document_id = $1",
    [id],
  );
  await writeFile(join(world.folder, "documents", storage_key.slice(0, 2), storage_key), aPdf("other"));
  const report = await moveDocuments(world.database, world.files, "s3");
  expect(report).toEqual({ moved: 3, damaged: [id] });
  expect(await rowsOf("select store from private.document_files where document_id = $1", [id])).toEqual([
    { store: "disk" },
  ]);
});

test("a store that loses what it is given keeps nobody's document", async () => {
  await world.sql.query("delete from public.documents where name = 'damaged.pdf'");
  await world.stored({ name: "safe.pdf", content: aPdf("safe") });
  const { files } = world;
  const forgetful = { ...files.storeNamed("disk"), put: async () => {} };
  const lossy = {
    ...files,
    storeNamed: (name: "disk" | "s3") => (name === "disk" ? forgetful : files.store),
  };
  await expect(moveDocuments(world.database, lossy, "disk")).rejects.toMatchObject({ reason: "missing" });
  const [{ id }] = await rowsOf("select id from public.documents where name = 'safe.pdf'");
  expect(await bytesOf(id)).toBe(aPdf("safe").toString());
});

test("without S3 configured, what lies there is said to be away", async () => {
  const files = createFiles({ dataDir: world.folder, s3: null });
  await expect(moveDocuments(world.database, files, "disk")).rejects.toThrow("no S3_ENDPOINT is set");
});
