import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_DOCUMENT_BYTES } from "#domain/documents/document-upload.ts";
import {
  buildPdf,
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

describe("document upload", () => {
  let fixture: DocumentEnvironment;
  beforeAll(async () => {
    fixture = await startDocumentEnvironment();
  });
  afterAll(() => fixture.stop());

  const leftBehind = async () => ({
    rows: (await fixture.sql.query("select count(*)::integer as n from public.documents")).rows[0].n,
    unclaimed: (await fixture.sql.query("select count(*)::integer as n from private.unclaimed_files")).rows[0]
      .n,
    incoming: await readdir(join(fixture.folder, "documents", "incoming")).catch(() => []),
  });
  const NOTHING = { rows: 0, unclaimed: 0, incoming: [] };
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fixture.request("administrator", "/api/admin/documents/upload", {
      method: "POST",
      body,
      headers,
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
    return [response.status, (await response.json()).code];
  };
  const form = (entries: [string, string | File][]) => {
    const made = new FormData();
    for (const [name, value] of entries) {
      made.append(name, value);
    }
    return made;
  };
  const file = (name = "a.pdf") => new File([new Uint8Array(buildPdf())], name);

  test("rejects visitors and clients before reading the body", async () => {
    expect((await fixture.upload({ as: "visitor" })).status).toBe(401);
    expect((await fixture.upload({ as: "client" })).status).toBe(403);
    await expect(access(join(fixture.folder, "documents"))).rejects.toThrow();
  });

  test("requires client and file, in any order", async () => {
    const { clientA } = fixture;
    const needed = { status: 400, body: { error: "Please select a client and file", code: "invalid_input" } };
    const answerOf = async (body: FormData) => {
      const response = await fixture.request("administrator", "/api/admin/documents/upload", {
        method: "POST",
        body,
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await answerOf(form([["file", file()]]))).toMatchObject(needed);
    expect(await answerOf(form([["clientId", clientA]]))).toMatchObject(needed);
    // What a browser sends for an empty file input.
    expect(
      await answerOf(
        form([
          ["clientId", clientA],
          ["file", new File([], "")],
        ]),
      ),
    ).toMatchObject(needed);
    expect(await leftBehind()).toEqual(NOTHING);
  });

  test.each<[string, () => [string, string | File][], number, string]>([
    [
      "an unknown client",
      () => [
        ["clientId", UNKNOWN],
        ["file", file()],
      ],
      404,
      "unknown_client",
    ],
    [
      "no id of a client",
      () => [
        ["clientId", "' or 1=1"],
        ["file", file()],
      ],
      404,
      "unknown_client",
    ],
    [
      "an unknown category",
      () => [
        ["clientId", fixture.clientA],
        ["category", "secret"],
        ["file", file()],
      ],
      400,
      "invalid_input",
    ],
    [
      "two files",
      () => [
        ["clientId", fixture.clientA],
        ["file", file()],
        ["file", file("b.pdf")],
      ],
      400,
      "invalid_input",
    ],
  ])("rejects %s and leaves nothing behind", async (_, entries, status, code) => {
    expect(await send(form(entries()))).toEqual([status, code]);
    expect(await leftBehind()).toEqual(NOTHING);
  });

  test.each<[string, string, Record<string, string>]>([
    ["JSON", "{}", { "content-type": "application/json" }],
    ["a form without a boundary", "--x", { "content-type": "multipart/form-data" }],
    ["nothing", "", { "content-type": "multipart/form-data; boundary=x" }],
    [
      "a form that ends in its file",
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 and',
      { "content-type": "multipart/form-data; boundary=x" },
    ],
    ["noise", "\0\xff--x--", { "content-type": "multipart/form-data; boundary=x" }],
  ])("rejects %s as a form and leaves nothing behind", async (_, body, headers) => {
    const [status] = await send(body, headers);
    expect(status).toBe(400);
    expect(await leftBehind()).toEqual(NOTHING);
  });

  test("accepts 50 MB and rejects one byte more, with or without Content-Length", async () => {
    const { clientA } = fixture;
    const exactly = Buffer.alloc(MAX_DOCUMENT_BYTES, "\n");
    buildPdf().copy(exactly);
    const id = await fixture.uploadAndGetId({ name: "full.pdf", content: exactly });
    const response = await fixture.request("visitor", await fixture.getDownloadUrl(id));
    expect((await response.arrayBuffer()).byteLength).toBe(MAX_DOCUMENT_BYTES);
    await fixture.call("administrator", "DELETE", `/api/admin/documents/${id}`);
    const more = new File([exactly, "x"], "more.pdf");
    expect(
      await send(
        form([
          ["clientId", clientA],
          ["file", more],
        ]),
      ),
    ).toEqual([413, "too_large"]);
    expect(await leftBehind()).toEqual(NOTHING);
    const { status, code } = await sendEndlessBody(fixture);
    expect([status, code]).toEqual([413, "too_large"]);
    expect(await leftBehind()).toEqual(NOTHING);
  });
});

/** Sends an endless body without Content-Length. */
async function sendEndlessBody(fixture: DocumentEnvironment): Promise<{ status: number; code: string }> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const chunk = new Uint8Array(1024 * 1024);
  let isBegun = false;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(isBegun ? chunk : new TextEncoder().encode(head));
      isBegun = true;
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
