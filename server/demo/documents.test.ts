import { afterAll, beforeAll, expect, test } from "vitest";
import { insertDocuments } from "#server/demo/documents.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import {
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";

let fixture: DocumentEnvironment;
beforeAll(async () => {
  fixture = await startDocumentEnvironment();
  await fixture.sql.query("update public.users set email = $2 where id = $1", [
    fixture.userA,
    DEMO_CLIENTS[0]?.email,
  ]);
});
afterAll(() => fixture.stop());

test("creates each document once with a readable file, even after interrupted starts", async () => {
  const { database, files, clock } = fixture;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const loadDocuments = () =>
    insertDocuments({ database, files, scanner: null, jobs, log, now: () => clock.now });
  await loadDocuments();
  await fixture.sql.query(
    "delete from public.documents where id = (select id from public.documents order by uploaded_at desc limit 1)",
  );
  await loadDocuments();
  await loadDocuments();
  const { rows } = await fixture.sql.query(
    "select id, name, version, is_latest, mime_type from public.documents order by uploaded_at",
  );
  expect(rows.map(({ name, version, is_latest }) => [name, version, is_latest])).toEqual([
    ["Master Services Agreement.pdf", 1, true],
    ["Model Inventory and Risk Register.xlsx", 1, true],
    ["Red Team Interim Report.pdf", 1, false],
    ["Red Team Interim Report.pdf", 2, true],
    // Created again after the interrupted start. The number of the deleted version is not used again.
    ["Risk Heat Map.png", 2, true],
  ]);
  for (const { id } of rows) {
    const response = await fixture.request("visitor", await fixture.getDownloadUrl(id));
    expect([response.status, (await response.arrayBuffer()).byteLength > 500]).toEqual([200, true]);
  }
});
