import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MOST_DOCUMENT_BYTES } from "#domain/document-upload.ts";
import { aPdf, type DocumentWorld, documentWorld } from "#tests/support/documents.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

describe("what an upload must be", () => {
  let world: DocumentWorld;
  beforeAll(async () => {
    world = await documentWorld();
  });
  afterAll(() => world.stop());

  const leftBehind = async () => ({
    rows: (await world.sql.query("select count(*)::integer as n from public.documents")).rows[0].n,
    unclaimed: (await world.sql.query("select count(*)::integer as n from private.unclaimed_files")).rows[0]
      .n,
    incoming: await readdir(join(world.folder, "documents", "incoming")).catch(() => []),
  });
  const NOTHING = { rows: 0, unclaimed: 0, incoming: [] };
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await world.ask("administrator", "/api/admin/documents/upload", {
      method: "POST",
      body,
      headers,
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
    return [response.status, (await response.json()).code];
  };
  const form = (entries: [string, string | File][]) => {
    const made = new FormData();
    for (const [name, value] of entries) made.append(name, value);
    return made;
  };
  const file = (name = "a.pdf") => new File([new Uint8Array(aPdf())], name);

  test("strangers and clients are refused before a byte is read", async () => {
    expect((await world.upload({ as: "visitor" })).status).toBe(401);
    expect((await world.upload({ as: "client" })).status).toBe(403);
    await expect(access(join(world.folder, "documents"))).rejects.toThrow();
  });

  test("client and file are both needed, in whatever order they come", async () => {
    const { clientA } = world;
    const needed = { status: 400, body: { error: "Please select a client and file", code: "invalid_input" } };
    const answerOf = async (body: FormData) => {
      const response = await world.ask("administrator", "/api/admin/documents/upload", {
        method: "POST",
        body,
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await answerOf(form([["file", file()]]))).toMatchObject(needed);
    expect(await answerOf(form([["clientId", clientA]]))).toMatchObject(needed);
    // What a browser sends for a file input nobody touched.
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
        ["clientId", world.clientA],
        ["category", "secret"],
        ["file", file()],
      ],
      400,
      "invalid_input",
    ],
    [
      "two files",
      () => [
        ["clientId", world.clientA],
        ["file", file()],
        ["file", file("b.pdf")],
      ],
      400,
      "invalid_input",
    ],
  ])("%s is refused and leaves nothing", async (_, entries, status, code) => {
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
  ])("%s is no form, and leaves nothing", async (_, body, headers) => {
    const [status] = await send(body, headers);
    expect(status).toBe(400);
    expect(await leftBehind()).toEqual(NOTHING);
  });

  test("50 MB are taken, one byte more is cut, whether the length is told or not", async () => {
    const { clientA } = world;
    const exactly = Buffer.alloc(MOST_DOCUMENT_BYTES, "\n");
    aPdf().copy(exactly);
    const id = await world.stored({ name: "full.pdf", content: exactly });
    const response = await world.ask("visitor", await world.linkTo(id));
    expect((await response.arrayBuffer()).byteLength).toBe(MOST_DOCUMENT_BYTES);
    await world.call("administrator", "DELETE", `/api/admin/documents/${id}`);
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
    const { status, code } = await flood(world);
    expect([status, code]).toEqual([413, "too_large"]);
    expect(await leftBehind()).toEqual(NOTHING);
  });
});

/** A body without a length, that would go on for ever. */
async function flood(world: DocumentWorld): Promise<{ status: number; code: string }> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const chunk = new Uint8Array(1024 * 1024);
  let isBegun = false;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(isBegun ? chunk : new TextEncoder().encode(head));
      isBegun = true;
    },
  });
  const response = await world.ask("administrator", "/api/admin/documents/upload", {
    method: "POST",
    body,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    duplex: "half",
  } as RequestInit);
  return { status: response.status, code: (await response.json()).code };
}
