import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beginAs, type Caller, toCaller } from "#tests/support/database/run-as.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let pool: pg.Pool;
let client: TestClient;
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
});
beforeEach(async () => {
  client = await createTestClient({ pool });
});

const insertDocument = (columns: object = {}) =>
  insertRow({ pool }, "documents", {
    ...{ client_id: client.id, name: "Report.pdf", file_size: 1, mime_type: "application/pdf" },
    ...{ scan_status: "clear", ...columns },
  });
const insertDownload = (documentId: string, role: "client" | "admin") =>
  insertRow({ pool }, "document_downloads", {
    ...{ client_id: client.id, document_id: documentId, document_name: "Report.pdf" },
    ...{ user_role: role, user_id: role === "client" ? client.userId : null },
  });
const deleteDocument = (id: string) => pool.query("delete from public.documents where id = $1", [id]);
const share = (id: string) =>
  pool.query("update public.documents set is_internal = false where id = $1", [id]);

async function listAs(caller: Caller, sql: string): Promise<Record<string, unknown>[]> {
  const connection = await pool.connect();
  try {
    await beginAs(connection, caller);
    return (await connection.query(sql)).rows;
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}
const listVersions = () =>
  listAs(toCaller(client), "select version, is_latest from public.documents order by version");

describe("version numbers", () => {
  test("are not reused after a document is deleted, ignoring case", async () => {
    const { id } = await insertDocument();
    await deleteDocument(id);
    await insertDocument({ name: "REPORT.pdf" });
    expect(await listVersions()).toEqual([{ version: 2, is_latest: true }]);
  });

  test("are different for concurrent uploads", async () => {
    await Promise.all([insertDocument(), insertDocument(), insertDocument()]);
    const versions = await listVersions();
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test("of internal documents do not affect those that clients see", async () => {
    await insertDocument({ is_internal: true });
    await insertDocument({ is_internal: true });
    await insertDocument();
    expect(await listVersions()).toEqual([{ version: 1, is_latest: true }]);
  });
});

describe("a document that is published later", () => {
  test("does not replace one that was uploaded after it", async () => {
    const { id } = await insertDocument({ is_internal: true, uploaded_at: "2026-01-01T10:00:00Z" });
    await insertDocument({ uploaded_at: "2026-01-02T10:00:00Z" });
    await share(id);
    expect(await listVersions()).toEqual([
      { version: 1, is_latest: true },
      { version: 2, is_latest: false },
    ]);
  });

  test("does not show clients when it was published", async () => {
    const { id } = await insertDocument({ is_internal: true, uploaded_at: "2026-01-01T10:00:00Z" });
    await share(id);
    const [document] = await listAs(toCaller(client), "select * from public.documents");
    const dates = Object.values(document ?? {}).filter((value) => value instanceof Date);
    expect(dates).toEqual([new Date("2026-01-01T10:00:00Z")]);
    await expect(listAs(toCaller(client), "select 1 from private.shared_documents")).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("never becomes internal again", async () => {
    const { id } = await insertDocument();
    await expect(
      pool.query("update public.documents set is_internal = true where id = $1", [id]),
    ).rejects.toMatchObject({ code: "23514" });
  });
});

describe("the log of downloads", () => {
  const listDownloads = () =>
    listAs(toCaller(client), "select user_role, document_id from public.document_downloads order by 1");

  test("keeps the entries of a visible document that is deleted", async () => {
    const { id } = await insertDocument();
    await insertDownload(id, "client");
    await insertDownload(id, "admin");
    await deleteDocument(id);
    expect(await listDownloads()).toEqual([
      { user_role: "admin", document_id: null },
      { user_role: "client", document_id: null },
    ]);
  });

  test("keeps the client's entries of a document that was visible in an earlier release", async () => {
    const { id } = await insertDocument({ is_internal: true });
    await insertDownload(id, "client");
    await insertDownload(id, "admin");
    await deleteDocument(id);
    expect(await listDownloads()).toEqual([{ user_role: "client", document_id: null }]);
  });
});
