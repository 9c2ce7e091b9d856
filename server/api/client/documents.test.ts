import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseDisposition } from "content-disposition";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  buildPdf,
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";
import { type S3Server, startS3Server } from "#tests/support/files/s3-server.ts";
import { createMember } from "#tests/support/records/client-member.ts";

const INLINE = "?disposition=inline";
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

/** Lists the files this process has open in the directory. Works on Linux only. */
async function listOpenFiles(folder: string): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd").catch(() => []);
  const paths = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return paths.filter((path) => path.startsWith(folder));
}

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

describe.each(["disk", "s3"] as const)("with the %s store", (name) => {
  let fixture: DocumentEnvironment;
  beforeAll(async () => {
    fixture = await startDocumentEnvironment({ env: name === "s3" ? s3.env : {} });
  });
  afterAll(() => fixture.stop());

  const download = async (link: string, headers: Record<string, string> = {}) => {
    const response = await fixture.request("visitor", link, { headers, redirect: "follow" });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const queryRows = async (sql: string, values: unknown[] = []) =>
    (await fixture.sql.query(sql, values)).rows;
  const readRejection = async (response: Response) => [response.status, (await response.json()).code];

  test("stores an upload as a row and a file, with an audit entry", async () => {
    const { status, body } = await fixture.upload({ name: "First report.pdf", category: "contract" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      message: "Document uploaded successfully!",
      document: {
        name: "First report.pdf",
        category: "contract",
        file_size: buildPdf().length,
        mime_type: "application/pdf",
        version: 1,
        is_latest: true,
        scan_status: "unscanned",
        client_id: fixture.clientA,
      },
    });
    expect(
      await queryRows("select store, count(*)::integer as files from private.document_files group by store"),
    ).toEqual([{ store: name, files: 1 }]);
    expect(await queryRows("select * from private.unclaimed_files")).toEqual([]);
    expect(await readdir(join(fixture.folder, "documents", "incoming"))).toEqual([]);
    expect(await queryRows("select actor_id, action, table_name from public.audit_log")).toEqual([
      { actor_id: fixture.administratorId, action: "insert", table_name: "documents" },
    ]);
  });

  test("gives each concurrent upload with the same name its own version and marks the last as latest", async () => {
    await Promise.all(
      ["one", "two"].map((word) => fixture.uploadAndGetId({ name: "Twice.pdf", content: buildPdf(word) })),
    );
    await fixture.uploadAndGetId({ name: "TWICE.pdf", content: buildPdf("three") });
    expect(
      await queryRows(
        "select version, is_latest from public.documents where lower(name) = 'twice.pdf' order by version",
      ),
    ).toEqual([
      { version: 1, is_latest: false },
      { version: 2, is_latest: false },
      { version: 3, is_latest: true },
    ]);
  });

  test("lets the owner and administrators download a file, with headers that prevent scripts in it", async () => {
    // The test S3 server signs apostrophes and asterisks differently from S3, so its test uses a plain name.
    const [filename, header] =
      name === "s3"
        ? ["Annual report.pdf", 'attachment; filename="Annual report.pdf"']
        : [
            "Jahresbericht für Zoë.pdf",
            `attachment; filename="Jahresbericht f?r Zo?.pdf"; filename*=UTF-8''Jahresbericht%20f%C3%BCr%20Zo%C3%AB.pdf`,
          ];
    const id = await fixture.uploadAndGetId({ name: filename, content: buildPdf("Zoë") });
    for (const role of ["client", "administrator"] as const) {
      const { response, bytes } = await download(await fixture.getDownloadUrl(id, role));
      expect(bytes.equals(buildPdf("Zoë"))).toBe(true);
      expect(response.headers.get("content-disposition")).toBe(header);
    }
    const preview = (await download(await fixture.getDownloadUrl(id, "client", INLINE))).response;
    expect(Object.fromEntries(preview.headers)).toMatchObject({
      "content-type": "application/pdf",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(preview.headers.get("content-disposition")).toMatch(/^inline;/);
    expect(preview.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  });

  test("returns the same 404 for another client's document as for an unknown one", async () => {
    const otherClientDocumentId = await fixture.uploadAndGetId({ clientId: fixture.clientB });
    const responses = await Promise.all(
      [otherClientDocumentId, UNKNOWN_ID, "nonsense", "%00", "..%2f..%2fkeys.json"].map(async (id) => {
        const response = await fixture.request("client", `/api/client/documents/${id}`);
        return [response.status, await response.text()];
      }),
    );
    expect(responses[0]?.[0]).toBe(404);
    for (const response of responses) {
      expect(response).toEqual(responses[0]);
    }
    expect(
      await readRejection(await fixture.request("visitor", `/api/client/documents/${otherClientDocumentId}`)),
    ).toEqual([401, "not_authenticated"]);
  });

  test("denies a suspended client new links and invalidates existing ones", async () => {
    const id = await fixture.uploadAndGetId({ name: "before.pdf" });
    const link = await fixture.getDownloadUrl(id);
    await fixture.sql.query("update public.clients set status = 'suspended' where id = $1", [
      fixture.clientA,
    ]);
    try {
      expect(await readRejection(await fixture.request("client", `/api/client/documents/${id}`))).toEqual([
        403,
        "not_authorized",
      ]);
      expect(await readRejection(await fixture.request("visitor", link))).toEqual([404, "link_expired"]);
      expect((await download(await fixture.getDownloadUrl(id, "administrator"))).response.status).toBe(200);
    } finally {
      await fixture.sql.query("update public.clients set status = 'active' where id = $1", [fixture.clientA]);
    }
  });

  test("denies a removed or expired member new links and invalidates existing ones", async () => {
    await createMember({ pool: fixture.sql }, fixture.clientA, "owner");
    const id = await fixture.uploadAndGetId({ name: "before-removal.pdf" });
    const changes = [
      "update public.client_members set role = 'billing', expires_at = now() where user_id = $1",
      "delete from public.client_members where user_id = $1",
    ];
    for (const change of changes) {
      await fixture.sql.query(
        `insert into public.client_members (client_id, user_id, role) values ($1, $2, 'owner')
         on conflict (client_id, user_id) do update set role = 'owner', expires_at = null`,
        [fixture.clientA, fixture.userA],
      );
      const link = await fixture.getDownloadUrl(id);
      expect((await download(link)).response.status).toBe(200);
      await fixture.sql.query(change, [fixture.userA]);
      expect((await fixture.request("client", `/api/client/documents/${id}`)).status).toBe(403);
      expect(await readRejection(await fixture.request("visitor", link))).toEqual([404, "link_expired"]);
    }
    await fixture.sql.query("update public.clients set user_id = $2 where id = $1", [
      fixture.clientA,
      fixture.userA,
    ]);
  });

  test("expires a link after 5 minutes and rejects forged links", async () => {
    const [id, otherId] = [
      await fixture.uploadAndGetId({ name: "a.pdf" }),
      await fixture.uploadAndGetId({ name: "b.pdf" }),
    ];
    const link = await fixture.getDownloadUrl(id);
    const [head = "", payload = "", signature = ""] = (link.split("/").at(-1) ?? "").split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(claims.exp - claims.iat).toBe(300);
    const forgedPayload = Buffer.from(JSON.stringify({ ...claims, document: otherId })).toString("base64url");
    const unsignedHeader = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const forgedTokens = [
      `${head}.${forgedPayload}.${signature}`,
      `${unsignedHeader}.${payload}.`,
      `${head}.${payload}.`,
      "nonsense",
      id,
    ];
    for (const token of forgedTokens) {
      expect(await readRejection(await fixture.request("visitor", `/api/documents/${token}`))).toEqual([
        404,
        "link_expired",
      ]);
    }
    const startedAt = fixture.clock.now;
    try {
      fixture.clock.now = new Date(startedAt.getTime() + 298_000);
      expect((await download(link)).response.status).toBe(200);
      fixture.clock.now = new Date(startedAt.getTime() + 301_000);
      expect(await readRejection(await fixture.request("visitor", link))).toEqual([404, "link_expired"]);
    } finally {
      fixture.clock.now = startedAt;
    }
  });

  test("serves a single range, and the whole file for multiple, invalid or missing ranges", async () => {
    const content = Buffer.concat([buildPdf(), Buffer.from("0123456789".repeat(20_000))]);
    const id = await fixture.uploadAndGetId({ name: "long.pdf", content });
    const link = await fixture.getDownloadUrl(id, "client", INLINE);
    const full = await download(link);
    const etag = full.response.headers.get("etag") ?? "";
    expect(full.bytes.equals(content)).toBe(true);
    expect(full.response.headers.get("accept-ranges")).toBe("bytes");
    const partial = await download(link, { range: `bytes=100000-`, "if-range": etag });
    expect(partial.response.status).toBe(206);
    expect(partial.response.headers.get("content-range")).toBe(
      `bytes 100000-${content.length - 1}/${content.length}`,
    );
    expect(partial.bytes.equals(content.subarray(100_000))).toBe(true);
    expect((await download(link, { range: "bytes=-5" })).bytes.toString()).toBe("56789");
    expect((await download(link, { range: "bytes=0-0" })).bytes.toString()).toBe("%");
    expect((await download(link, { range: "bytes=5-", "if-range": '"other"' })).response.status).toBe(200);
    for (const range of ["bytes=0-1,5-6", "bytes=9-3", "lines=1-2", "bytes=-"]) {
      expect((await download(link, { range })).response.status).toBe(200);
    }
    const outOfRange = await download(link, { range: `bytes=${content.length}-` });
    expect([outOfRange.response.status, outOfRange.response.headers.get("content-range")]).toEqual([
      416,
      `bytes */${content.length}`,
    ]);
    const head = await fixture.request("visitor", link, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([
      200,
      String(content.length),
      etag,
    ]);
  });

  test("closes the file when the client disconnects", async () => {
    const content = Buffer.concat([buildPdf(), Buffer.alloc(20 * 1024 * 1024, "\n")]);
    const link = await fixture.getDownloadUrl(
      await fixture.uploadAndGetId({ name: "left.pdf", content }),
      "client",
      INLINE,
    );
    for (let times = 0; times < 5; times += 1) {
      const controller = new AbortController();
      const response = await fixture.request("visitor", link, { signal: controller.signal });
      await response.body?.getReader().read();
      controller.abort();
    }
    await vi.waitFor(async () => expect(await listOpenFiles(fixture.folder)).toEqual([]));
  });

  test("logs each used link once, for clients and administrators", async () => {
    const id = await fixture.uploadAndGetId({ name: "logged.pdf" });
    const link = await fixture.getDownloadUrl(id);
    const unusedLink = await fixture.getDownloadUrl(id);
    await fixture.request("visitor", unusedLink, { method: "HEAD" });
    const previewUrl = await fixture.getDownloadUrl(id, "administrator", "?disposition=inline");
    expect((await download(previewUrl, { range: "bytes=999999-" })).response.status).toBe(416);
    await download(link);
    await download(link, { range: "bytes=3-" });
    await download(await fixture.getDownloadUrl(id, "administrator", INLINE));
    const downloadsQuery = `select document_name, document_version, client_id, kind, user_role, user_id
                   from public.document_downloads where document_id = $1 order by downloaded_at`;
    const entry = { document_name: "logged.pdf", document_version: 1, client_id: fixture.clientA };
    expect(await queryRows(downloadsQuery, [id])).toEqual([
      { ...entry, kind: "download", user_role: "client", user_id: fixture.userA },
      { ...entry, kind: "preview", user_role: "admin", user_id: fixture.administratorId },
    ]);
  });

  test("offers no preview for types that browsers cannot show safely", async () => {
    const id = await fixture.uploadAndGetId();
    await fixture.sql.query("update public.documents set mime_type = 'application/msword' where id = $1", [
      id,
    ]);
    expect(
      await readRejection(await fixture.request("client", `/api/client/documents/${id}${INLINE}`)),
    ).toEqual([415, "no_preview"]);
  });

  test("deletes link, row and file, and keeps the audit and download logs", async () => {
    const id = await fixture.uploadAndGetId({ name: "doomed.pdf" });
    const [file] = await queryRows("select storage_key from private.document_files where document_id = $1", [
      id,
    ]);
    const link = await fixture.getDownloadUrl(id);
    await download(link);
    expect(
      await readRejection(
        await fixture.request("client", `/api/admin/documents/${id}`, { method: "DELETE" }),
      ),
    ).toEqual([403, "not_authorized"]);
    const deleted = await fixture.call("administrator", "DELETE", `/api/admin/documents/${id}`);
    expect(deleted).toEqual({
      status: 200,
      body: { success: true, message: "Document deleted successfully", deleted: 1, latest: null },
    });
    expect(await readRejection(await fixture.request("visitor", link))).toEqual([404, "link_expired"]);
    expect(await readRejection(await fixture.request("client", `/api/client/documents/${id}`))).toEqual([
      404,
      "unknown_document",
    ]);
    await expect(fixture.files.store.read(file.storage_key)).rejects.toMatchObject({ reason: "missing" });
    expect(await queryRows("select * from private.unclaimed_files")).toEqual([]);
    const [entry] = await queryRows(
      `select actor_id, before ->> 'name' as name from public.audit_log
        where action = 'delete' and row_id = $1`,
      [id],
    );
    expect(entry).toEqual({ actor_id: fixture.administratorId, name: "doomed.pdf" });
    expect(
      await queryRows("select document_id from public.document_downloads where document_name = 'doomed.pdf'"),
    ).toEqual([{ document_id: null }]);
    const repeatedDelete = await fixture.call("administrator", "DELETE", `/api/admin/documents/${id}`);
    expect([repeatedDelete.status, repeatedDelete.body.code]).toEqual([404, "unknown_document"]);
  });

  test("reveals no document details, such as its length, when the file is missing", async () => {
    const id = await fixture.uploadAndGetId({ name: "gone.pdf" });
    const [file] = await queryRows("select storage_key from private.document_files where document_id = $1", [
      id,
    ]);
    const link = await fixture.getDownloadUrl(id, "client", INLINE);
    await fixture.files.store.remove(file.storage_key);
    const response = await fixture.request("visitor", link);
    const { headers } = response.clone();
    expect([headers.get("etag"), headers.get("content-disposition")]).toEqual([null, null]);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("content-length")).toBe(String((await response.clone().text()).length));
    expect(await readRejection(response)).toEqual([404, "file_missing"]);
  });

  test("restores the previous version when the latest is deleted, and deletes all versions on request", async () => {
    const name = "versions.pdf";
    const firstVersionId = await fixture.uploadAndGetId({ name });
    const secondVersionId = await fixture.uploadAndGetId({ name });
    const otherClientDocumentId = await fixture.uploadAndGetId({ name, clientId: fixture.clientB });
    const deletedOne = await fixture.call(
      "administrator",
      "DELETE",
      `/api/admin/documents/${secondVersionId}`,
    );
    expect(deletedOne.body).toMatchObject({ deleted: 1, latest: { id: firstVersionId, version: 1 } });
    await fixture.uploadAndGetId({ name });
    const deletedAll = await fixture.call(
      "administrator",
      "DELETE",
      `/api/admin/documents/${firstVersionId}?versions=all`,
    );
    expect(deletedAll.body).toMatchObject({ deleted: 2, latest: null });
    expect(await queryRows("select id from public.documents where name = $1", [name])).toEqual([
      { id: otherClientDocumentId },
    ]);
  });

  test("rejects uploads while the store is unavailable, but still deletes", async () => {
    const id = await fixture.uploadAndGetId({ name: "kept.pdf" });
    const { store } = fixture.files;
    const { put, remove } = store;
    const rejectRemoval = async () => Promise.reject(new Error("gone"));
    try {
      store.remove = rejectRemoval;
      expect((await fixture.call("administrator", "DELETE", `/api/admin/documents/${id}`)).status).toBe(200);
      store.put = async (key, file) => {
        await put(key, file);
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      };
      expect(await fixture.upload({ name: "never.pdf" })).toMatchObject({
        status: 507,
        body: { code: "storage_full", error: "There isn't enough storage space for this file" },
      });
    } finally {
      Object.assign(store, { put, remove });
    }
    expect(await queryRows("select 1 from public.documents where name = 'never.pdf'")).toEqual([]);
    const unclaimedFiles = await queryRows("select storage_key from private.unclaimed_files");
    expect(unclaimedFiles).toHaveLength(2);
    await fixture.sweepFiles(new Date());
    expect(await queryRows("select storage_key from private.unclaimed_files")).toEqual([]);
    for (const { storage_key } of unclaimedFiles) {
      await expect(store.read(storage_key)).rejects.toMatchObject({ reason: "missing" });
    }
  });
});

describe("with an S3 store", () => {
  test("serves a file itself when its name would break a signed URL", async () => {
    const fixture = await startDocumentEnvironment({ env: s3.env });
    try {
      for (const name of ["Prüfbericht – 監査.pdf", "report (2).pdf"]) {
        const response = await fixture.request(
          "visitor",
          await fixture.getDownloadUrl(await fixture.uploadAndGetId({ name })),
        );
        const { parameters } = parseDisposition(response.headers.get("content-disposition") ?? "");
        expect([response.status, parameters.filename]).toEqual([200, name]);
        expect(Buffer.from(await response.arrayBuffer()).equals(buildPdf())).toBe(true);
      }
    } finally {
      await fixture.stop();
    }
  });

  test("redirects a download to a store URL valid for 1 minute, but never from https to http", async () => {
    const fixture = await startDocumentEnvironment({ env: s3.env });
    const behindTls = await startDocumentEnvironment({
      env: { ...s3.env, PUBLIC_URL: "https://portal.test" },
    });
    try {
      const response = await fixture.request(
        "visitor",
        await fixture.getDownloadUrl(await fixture.uploadAndGetId()),
      );
      const storeUrl = new URL(response.headers.get("location") ?? "");
      expect([response.status, storeUrl.origin]).toEqual([302, s3.location.endpoint]);
      expect(storeUrl.searchParams.get("X-Amz-Expires")).toBe("60");
      expect(storeUrl.searchParams.get("response-content-type")).toBe("application/octet-stream");
      const link = (await behindTls.getDownloadUrl(await behindTls.uploadAndGetId())).replace(
        "https:",
        "http:",
      );
      const servedResponse = await behindTls.request("visitor", link);
      expect([
        servedResponse.status,
        Buffer.from(await servedResponse.arrayBuffer()).equals(buildPdf()),
      ]).toEqual([200, true]);
      expect(servedResponse.headers.get("strict-transport-security")).toMatch(/max-age=31536000/);
    } finally {
      await fixture.stop();
      await behindTls.stop();
    }
  });
});
