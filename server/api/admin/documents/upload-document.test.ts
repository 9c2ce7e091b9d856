import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_DOCUMENT_BYTES } from "#domain/documents/document-upload.ts";
import {
  buildPdf,
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

describe("document upload", () => {
  let fixture: DocumentEnvironment;
  beforeAll(async () => {
    fixture = await startDocumentEnvironment();
  });
  afterAll(() => fixture.stop());

  const readLeftovers = async () => ({
    rows: (await fixture.sql.query("select count(*)::integer as n from public.documents")).rows[0].n,
    unclaimed: (await fixture.sql.query("select count(*)::integer as n from private.unclaimed_files")).rows[0]
      .n,
    incoming: await readdir(join(fixture.folder, "documents", "incoming")).catch(() => []),
  });
  const NO_LEFTOVERS = { rows: 0, unclaimed: 0, incoming: [] };
  const postUpload = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fixture.request("administrator", "/api/admin/documents/upload", {
      method: "POST",
      body,
      headers,
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
    return [response.status, (await response.json()).code];
  };
  const buildForm = (entries: [string, string | File][]) => {
    const formData = new FormData();
    for (const [name, value] of entries) {
      formData.append(name, value);
    }
    return formData;
  };
  const buildFile = (name = "a.pdf") => new File([new Uint8Array(buildPdf())], name);

  test("rejects visitors and clients before reading the body", async () => {
    expect((await fixture.upload({ as: "visitor" })).status).toBe(401);
    expect((await fixture.upload({ as: "client" })).status).toBe(403);
    await expect(access(join(fixture.folder, "documents"))).rejects.toThrow();
  });

  test("stores an internal document, which an administrator can share", async () => {
    const { clientA, sql, request } = fixture;
    const form = buildForm([
      ["clientId", clientA],
      ["internal", "true"],
      ["file", buildFile("internal.pdf")],
    ]);
    expect((await postUpload(form))[0]).toBe(201);
    const readInternal = async () =>
      (await sql.query("select id, is_internal from public.documents where name = 'internal.pdf'")).rows[0];
    const { id, is_internal } = await readInternal();
    expect(is_internal).toBe(true);
    expect((await request("client", `/api/client/documents/${id}`)).status).toBe(404);
    const share = async (as: "client" | "administrator", document = id) =>
      (await request(as, `/api/admin/documents/${document}/share`, { method: "POST" })).status;
    expect(await share("client")).toBe(403);
    expect(await share("administrator", UNKNOWN_ID)).toBe(404);
    expect(await share("administrator")).toBe(200);
    expect((await readInternal()).is_internal).toBe(false);
    expect((await request("client", `/api/client/documents/${id}`)).status).toBe(200);
    form.set("internal", "yes");
    expect((await postUpload(form))[0]).toBe(400);
    await sql.query("delete from public.documents");
  });

  test("stores the project and the roles, and rejects other clients' projects and unknown roles", async () => {
    const { clientA, clientB, sql } = fixture;
    const insert = "insert into public.projects (client_id, project_name) values ($1, 'Audit') returning id";
    const own = (await sql.query(insert, [clientA])).rows[0].id;
    const other = (await sql.query(insert, [clientB])).rows[0].id;
    const send = (projectId: string, sharedWith: string) =>
      postUpload(
        buildForm([
          ["clientId", clientA],
          ["projectId", projectId],
          ["sharedWith", sharedWith],
          ["file", buildFile("shared.pdf")],
        ]),
      );
    expect(await send(other, "")).toEqual([404, "unknown_project"]);
    expect(await send("1", "")).toEqual([404, "unknown_project"]);
    expect(await send(own, "billing,owner")).toEqual([400, "invalid_input"]);
    expect(await readLeftovers()).toEqual(NO_LEFTOVERS);
    expect((await send(own, "billing,auditor"))[0]).toBeLessThan(300);
    const { rows } = await sql.query("delete from public.documents returning project_id, shared_with");
    expect(rows).toEqual([{ project_id: own, shared_with: ["billing", "auditor"] }]);
  });

  test.each(["clientId", "category"])("rejects the repeated field %s and stores nothing", async (name) => {
    const { clientA, clientB } = fixture;
    const entries: [string, string | File][] = [
      ["clientId", clientA],
      ["category", "report"],
      [name, name === "clientId" ? clientB : "contract"],
      ["file", buildFile()],
    ];
    expect(await postUpload(buildForm(entries))).toEqual([400, "invalid_input"]);
    expect(await readLeftovers()).toEqual(NO_LEFTOVERS);
  });

  test("requires a client and a file, in any order", async () => {
    const { clientA } = fixture;
    const missingFieldError = {
      status: 400,
      body: { error: "Please select a client and file", code: "invalid_input" },
    };
    const postForm = async (body: FormData) => {
      const response = await fixture.request("administrator", "/api/admin/documents/upload", {
        method: "POST",
        body,
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await postForm(buildForm([["file", buildFile()]]))).toMatchObject(missingFieldError);
    expect(await postForm(buildForm([["clientId", clientA]]))).toMatchObject(missingFieldError);
    // Browsers send this for an empty file input.
    expect(
      await postForm(
        buildForm([
          ["clientId", clientA],
          ["file", new File([], "")],
        ]),
      ),
    ).toMatchObject(missingFieldError);
    expect(await readLeftovers()).toEqual(NO_LEFTOVERS);
  });

  test.each<[string, () => [string, string | File][], number, string]>([
    [
      "an unknown client",
      () => [
        ["clientId", UNKNOWN_ID],
        ["file", buildFile()],
      ],
      404,
      "unknown_client",
    ],
    [
      "a malformed client id",
      () => [
        ["clientId", "' or 1=1"],
        ["file", buildFile()],
      ],
      404,
      "unknown_client",
    ],
    [
      "an unknown category",
      () => [
        ["clientId", fixture.clientA],
        ["category", "secret"],
        ["file", buildFile()],
      ],
      400,
      "invalid_input",
    ],
    [
      "two files",
      () => [
        ["clientId", fixture.clientA],
        ["file", buildFile()],
        ["file", buildFile("b.pdf")],
      ],
      400,
      "invalid_input",
    ],
  ])("rejects %s and leaves nothing behind", async (_, entries, status, code) => {
    expect(await postUpload(buildForm(entries()))).toEqual([status, code]);
    expect(await readLeftovers()).toEqual(NO_LEFTOVERS);
  });

  test.each<[string, string, Record<string, string>]>([
    ["JSON", "{}", { "content-type": "application/json" }],
    ["a form without a boundary", "--x", { "content-type": "multipart/form-data" }],
    ["an empty body", "", { "content-type": "multipart/form-data; boundary=x" }],
    [
      "a form truncated inside its file",
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 and',
      { "content-type": "multipart/form-data; boundary=x" },
    ],
    ["binary garbage", "\0\xff--x--", { "content-type": "multipart/form-data; boundary=x" }],
  ])("rejects %s instead of a form and leaves nothing behind", async (_, body, headers) => {
    const [status] = await postUpload(body, headers);
    expect(status).toBe(400);
    expect(await readLeftovers()).toEqual(NO_LEFTOVERS);
  });

  test("accepts 50 MB and rejects one byte more, with or without Content-Length", async () => {
    const { clientA } = fixture;
    const maxContent = Buffer.alloc(MAX_DOCUMENT_BYTES, "\n");
    buildPdf().copy(maxContent);
    const id = await fixture.uploadAndGetId({ name: "full.pdf", content: maxContent });
    const response = await fixture.request("visitor", await fixture.getDownloadUrl(id));
    expect((await response.arrayBuffer()).byteLength).toBe(MAX_DOCUMENT_BYTES);
    await fixture.call("administrator", "DELETE", `/api/admin/documents/${id}`);
    const oversizedFile = new File([maxContent, "x"], "more.pdf");
    expect(
      await postUpload(
        buildForm([
          ["clientId", clientA],
          ["file", oversizedFile],
        ]),
      ),
    ).toEqual([413, "too_large"]);
    expect(await readLeftovers()).toEqual(NO_LEFTOVERS);
    const { status, code } = await sendEndlessBody(fixture);
    expect([status, code]).toEqual([413, "too_large"]);
    expect(await readLeftovers()).toEqual(NO_LEFTOVERS);
  });
});

/** Sends an endless body without Content-Length. */
async function sendEndlessBody(fixture: DocumentEnvironment): Promise<{ status: number; code: string }> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const chunk = new Uint8Array(1024 * 1024);
  let hasSentHead = false;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(hasSentHead ? chunk : new TextEncoder().encode(head));
      hasSentHead = true;
    },
  });
  const response = await fixture.request("administrator", "/api/admin/documents/upload", {
    method: "POST",
    body,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    duplex: "half",
  } as RequestInit);
  return { status: response.status, code: (await response.json()).code };
}
