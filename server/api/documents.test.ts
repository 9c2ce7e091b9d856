import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseDisposition } from "content-disposition";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { anS3Server, type S3Server } from "#tests/support/an-s3-server.ts";
import { aPdf, type DocumentWorld, documentWorld } from "#tests/support/documents.ts";

const INLINE = "?disposition=inline";
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

/** What this process holds open there. Only Linux tells. */
async function openFilesIn(folder: string): Promise<string[]> {
  const held = await readdir("/proc/self/fd").catch(() => []);
  const paths = await Promise.all(held.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return paths.filter((path) => path.startsWith(folder));
}

let s3: S3Server;
beforeAll(async () => {
  s3 = await anS3Server();
});
afterAll(() => s3.stop());

// What holds for documents holds wherever their bytes lie.
describe.each(["disk", "s3"] as const)("with the %s store", (name) => {
  let world: DocumentWorld;
  beforeAll(async () => {
    world = await documentWorld({ env: name === "s3" ? s3.env : {} });
  });
  afterAll(() => world.stop());

  const bytesOf = async (link: string, headers: Record<string, string> = {}) => {
    const response = await world.ask("visitor", link, { headers, redirect: "follow" });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const rowsOf = async (sql: string, values: unknown[] = []) => (await world.sql.query(sql, values)).rows;
  const refused = async (response: Response) => [response.status, (await response.json()).code];

  test("an upload becomes a row and a file with the same bytes, and an entry in the audit log", async () => {
    const { status, body } = await world.upload({ name: "First report.pdf", category: "contract" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      message: "Document uploaded successfully!",
      document: {
        name: "First report.pdf",
        category: "contract",
        file_size: aPdf().length,
        mime_type: "application/pdf",
        version: 1,
        is_latest: true,
        scan_state: "unscanned",
        client_id: world.clientA,
      },
    });
    expect(
      await rowsOf("select store, count(*)::integer as files from private.document_files group by store"),
    ).toEqual([{ store: name, files: 1 }]);
    expect(await rowsOf("select * from private.unclaimed_files")).toEqual([]);
    expect(await readdir(join(world.folder, "documents", "incoming"))).toEqual([]);
    expect(await rowsOf("select actor_id, action, table_name from public.audit_log")).toEqual([
      { actor_id: world.administratorId, action: "insert", table_name: "documents" },
    ]);
  });

  test("uploads of one name at once get a version each, and the last is the latest", async () => {
    await Promise.all(["one", "two"].map((word) => world.stored({ name: "Twice.pdf", content: aPdf(word) })));
    await world.stored({ name: "TWICE.pdf", content: aPdf("three") });
    expect(
      await rowsOf(
        "select version, is_latest from public.documents where lower(name) = 'twice.pdf' order by version",
      ),
    ).toEqual([
      { version: 1, is_latest: false },
      { version: 2, is_latest: false },
      { version: 3, is_latest: true },
    ]);
  });

  test("a link gives its owner and administrators the bytes, to be saved and never run", async () => {
    // The S3 server of the tests signs apostrophes and asterisks otherwise than S3 does: there a plain name.
    const [filename, header] =
      name === "s3"
        ? ["Annual report.pdf", 'attachment; filename="Annual report.pdf"']
        : [
            "Jahresbericht für Zoë.pdf",
            `attachment; filename="Jahresbericht f?r Zo?.pdf"; filename*=UTF-8''Jahresbericht%20f%C3%BCr%20Zo%C3%AB.pdf`,
          ];
    const id = await world.stored({ name: filename, content: aPdf("Zoë") });
    for (const person of ["client", "administrator"] as const) {
      const { response, bytes } = await bytesOf(await world.linkTo(id, person));
      expect(bytes.equals(aPdf("Zoë"))).toBe(true);
      expect(response.headers.get("content-disposition")).toBe(header);
    }
    const shown = (await bytesOf(await world.linkTo(id, "client", INLINE))).response;
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "application/pdf",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(shown.headers.get("content-disposition")).toMatch(/^inline;/);
    expect(shown.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  });

  test("a document of somebody else is refused exactly as one that is not there", async () => {
    const foreign = await world.stored({ clientId: world.clientB });
    const answers = await Promise.all(
      [foreign, UNKNOWN, "nonsense", "%00", "..%2f..%2fkeys.json"].map(async (id) => {
        const response = await world.ask("client", `/api/client/documents/${id}`);
        return [response.status, await response.text()];
      }),
    );
    expect(answers[0]?.[0]).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await refused(await world.ask("visitor", `/api/client/documents/${foreign}`))).toEqual([
      401,
      "not_authenticated",
    ]);
  });

  test("a suspended client gets no link, and those it has end", async () => {
    const id = await world.stored({ name: "before.pdf" });
    const link = await world.linkTo(id);
    await world.sql.query("update public.clients set status = 'suspended' where id = $1", [world.clientA]);
    try {
      expect(await refused(await world.ask("client", `/api/client/documents/${id}`))).toEqual([
        403,
        "not_authorized",
      ]);
      expect(await refused(await world.ask("visitor", link))).toEqual([404, "link_expired"]);
      expect((await bytesOf(await world.linkTo(id, "administrator"))).response.status).toBe(200);
    } finally {
      await world.sql.query("update public.clients set status = 'active' where id = $1", [world.clientA]);
    }
  });

  test("a link lives five minutes, and cannot be turned to another document", async () => {
    const [one, other] = [await world.stored({ name: "a.pdf" }), await world.stored({ name: "b.pdf" })];
    const link = await world.linkTo(one);
    const [head = "", payload = "", signature = ""] = (link.split("/").at(-1) ?? "").split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(claims.exp - claims.iat).toBe(300);
    const turned = Buffer.from(JSON.stringify({ ...claims, document: other })).toString("base64url");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const forged = [
      `${head}.${turned}.${signature}`,
      `${unsigned}.${payload}.`,
      `${head}.${payload}.`,
      "nonsense",
      one,
    ];
    for (const token of forged)
      expect(await refused(await world.ask("visitor", `/api/documents/${token}`))).toEqual([
        404,
        "link_expired",
      ]);
    const began = world.clock.now;
    try {
      world.clock.now = new Date(began.getTime() + 298_000);
      expect((await bytesOf(link)).response.status).toBe(200);
      world.clock.now = new Date(began.getTime() + 301_000);
      expect(await refused(await world.ask("visitor", link))).toEqual([404, "link_expired"]);
    } finally {
      world.clock.now = began;
    }
  });

  test("ranges are served, so that what broke off is resumed; several at once, or none, give the whole", async () => {
    const content = Buffer.concat([aPdf(), Buffer.from("0123456789".repeat(20_000))]);
    const id = await world.stored({ name: "long.pdf", content });
    const link = await world.linkTo(id, "client", INLINE);
    const whole = await bytesOf(link);
    const etag = whole.response.headers.get("etag") ?? "";
    expect(whole.bytes.equals(content)).toBe(true);
    expect(whole.response.headers.get("accept-ranges")).toBe("bytes");
    const rest = await bytesOf(link, { range: `bytes=100000-`, "if-range": etag });
    expect(rest.response.status).toBe(206);
    expect(rest.response.headers.get("content-range")).toBe(
      `bytes 100000-${content.length - 1}/${content.length}`,
    );
    expect(rest.bytes.equals(content.subarray(100_000))).toBe(true);
    expect((await bytesOf(link, { range: "bytes=-5" })).bytes.toString()).toBe("56789");
    expect((await bytesOf(link, { range: "bytes=0-0" })).bytes.toString()).toBe("%");
    expect((await bytesOf(link, { range: "bytes=5-", "if-range": '"other"' })).response.status).toBe(200);
    for (const range of ["bytes=0-1,5-6", "bytes=9-3", "lines=1-2", "bytes=-"])
      expect((await bytesOf(link, { range })).response.status).toBe(200);
    const outside = await bytesOf(link, { range: `bytes=${content.length}-` });
    expect([outside.response.status, outside.response.headers.get("content-range")]).toEqual([
      416,
      `bytes */${content.length}`,
    ]);
    const head = await world.ask("visitor", link, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([
      200,
      String(content.length),
      etag,
    ]);
  });

  test("a reader who hangs up in the middle leaves no file open", async () => {
    const content = Buffer.concat([aPdf(), Buffer.alloc(20 * 1024 * 1024, "\n")]);
    const link = await world.linkTo(await world.stored({ name: "left.pdf", content }), "client", INLINE);
    for (let times = 0; times < 5; times += 1) {
      const leaving = new AbortController();
      const response = await world.ask("visitor", link, { signal: leaving.signal });
      await response.body?.getReader().read();
      leaving.abort();
    }
    await vi.waitFor(async () => expect(await openFilesIn(world.folder)).toEqual([]));
  });

  test("every link that was used is in the log, once, for the client and for the firm", async () => {
    const id = await world.stored({ name: "logged.pdf" });
    const link = await world.linkTo(id);
    const unused = await world.linkTo(id);
    await world.ask("visitor", unused, { method: "HEAD" });
    const shown = await world.linkTo(id, "administrator", "?disposition=inline");
    expect((await bytesOf(shown, { range: "bytes=999999-" })).response.status).toBe(416);
    await bytesOf(link);
    await bytesOf(link, { range: "bytes=3-" });
    await bytesOf(await world.linkTo(id, "administrator", INLINE));
    const log = `select document_name, document_version, client_id, kind, by_role, user_id
                   from public.document_downloads where document_id = $1 order by downloaded_at`;
    const entry = { document_name: "logged.pdf", document_version: 1, client_id: world.clientA };
    expect(await rowsOf(log, [id])).toEqual([
      { ...entry, kind: "download", by_role: "client", user_id: world.userA },
      { ...entry, kind: "preview", by_role: "admin", user_id: world.administratorId },
    ]);
  });

  test("what no browser shows safely gets no preview", async () => {
    const id = await world.stored();
    await world.sql.query("update public.documents set mime_type = 'application/msword' where id = $1", [id]);
    expect(await refused(await world.ask("client", `/api/client/documents/${id}${INLINE}`))).toEqual([
      415,
      "no_preview",
    ]);
  });

  test("deleting is final: link, row and bytes are gone, the audit log and the download log keep it", async () => {
    const id = await world.stored({ name: "doomed.pdf" });
    const [file] = await rowsOf("select storage_key from private.document_files where document_id = $1", [
      id,
    ]);
    const link = await world.linkTo(id);
    await bytesOf(link);
    expect(
      await refused(await world.ask("client", `/api/admin/documents/${id}`, { method: "DELETE" })),
    ).toEqual([403, "not_authorized"]);
    const deleted = await world.call("administrator", "DELETE", `/api/admin/documents/${id}`);
    expect(deleted).toEqual({
      status: 200,
      body: { success: true, message: "Document deleted successfully", deleted: 1, latest: null },
    });
    expect(await refused(await world.ask("visitor", link))).toEqual([404, "link_expired"]);
    expect(await refused(await world.ask("client", `/api/client/documents/${id}`))).toEqual([
      404,
      "unknown_document",
    ]);
    await expect(world.files.store.read(file.storage_key)).rejects.toMatchObject({ reason: "missing" });
    expect(await rowsOf("select * from private.unclaimed_files")).toEqual([]);
    const [entry] = await rowsOf(
      `select actor_id, before ->> 'name' as name from public.audit_log
        where action = 'delete' and row_id = $1`,
      [id],
    );
    expect(entry).toEqual({ actor_id: world.administratorId, name: "doomed.pdf" });
    expect(
      await rowsOf("select document_id from public.document_downloads where document_name = 'doomed.pdf'"),
    ).toEqual([{ document_id: null }]);
    const again = await world.call("administrator", "DELETE", `/api/admin/documents/${id}`);
    expect([again.status, again.body.code]).toEqual([404, "unknown_document"]);
  });

  test("bytes that are gone are refused by an answer that tells nothing of the document, its length least of all", async () => {
    const id = await world.stored({ name: "gone.pdf" });
    const [file] = await rowsOf("select storage_key from private.document_files where document_id = $1", [
      id,
    ]);
    const link = await world.linkTo(id, "client", INLINE);
    await world.files.store.remove(file.storage_key);
    const answer = await world.ask("visitor", link);
    const { headers } = answer.clone();
    expect([headers.get("etag"), headers.get("content-disposition")]).toEqual([null, null]);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("content-length")).toBe(String((await answer.clone().text()).length));
    expect(await refused(answer)).toEqual([404, "file_missing"]);
  });

  test("deleting the latest version brings back the one before; all versions go when asked", async () => {
    const name = "versions.pdf";
    const first = await world.stored({ name });
    const second = await world.stored({ name });
    const elsewhere = await world.stored({ name, clientId: world.clientB });
    const one = await world.call("administrator", "DELETE", `/api/admin/documents/${second}`);
    expect(one.body).toMatchObject({ deleted: 1, latest: { id: first, version: 1 } });
    await world.stored({ name });
    const all = await world.call("administrator", "DELETE", `/api/admin/documents/${first}?versions=all`);
    expect(all.body).toMatchObject({ deleted: 2, latest: null });
    expect(await rowsOf("select id from public.documents where name = $1", [name])).toEqual([
      { id: elsewhere },
    ]);
  });

  test("a store that does not answer keeps no upload, and a delete counts all the same", async () => {
    const id = await world.stored({ name: "kept.pdf" });
    const { store } = world.files;
    const { put, remove } = store;
    const away = async () => Promise.reject(new Error("gone"));
    try {
      store.remove = away;
      expect((await world.call("administrator", "DELETE", `/api/admin/documents/${id}`)).status).toBe(200);
      store.put = async (key, file) => {
        await put(key, file);
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      };
      expect(await world.upload({ name: "never.pdf" })).toMatchObject({
        status: 507,
        body: { code: "storage_full", error: "There is no space left to keep this file" },
      });
    } finally {
      Object.assign(store, { put, remove });
    }
    expect(await rowsOf("select 1 from public.documents where name = 'never.pdf'")).toEqual([]);
    const left = await rowsOf("select storage_key from private.unclaimed_files");
    expect(left).toHaveLength(2);
    await world.sweep(new Date());
    expect(await rowsOf("select storage_key from private.unclaimed_files")).toEqual([]);
    for (const { storage_key } of left)
      await expect(store.read(storage_key)).rejects.toMatchObject({ reason: "missing" });
  });
});

describe("with an S3 store", () => {
  test("a name that stores spell differently in a signed link is kept: its bytes pass through", async () => {
    const world = await documentWorld({ env: s3.env });
    try {
      for (const name of ["Prüfbericht – 監査.pdf", "report (2).pdf"]) {
        const response = await world.ask("visitor", await world.linkTo(await world.stored({ name })));
        const { parameters } = parseDisposition(response.headers.get("content-disposition") ?? "");
        expect([response.status, parameters.filename]).toEqual([200, name]);
        expect(Buffer.from(await response.arrayBuffer()).equals(aPdf())).toBe(true);
      }
    } finally {
      await world.stop();
    }
  });

  test("a download is sent on to the store for a minute, and from behind TLS never to one without", async () => {
    const world = await documentWorld({ env: s3.env });
    const behindTls = await documentWorld({ env: { ...s3.env, PUBLIC_URL: "https://portal.test" } });
    try {
      const response = await world.ask("visitor", await world.linkTo(await world.stored()));
      const address = new URL(response.headers.get("location") ?? "");
      expect([response.status, address.origin]).toEqual([302, s3.place.endpoint]);
      expect(address.searchParams.get("X-Amz-Expires")).toBe("60");
      expect(address.searchParams.get("response-content-type")).toBe("application/octet-stream");
      const link = (await behindTls.linkTo(await behindTls.stored())).replace("https:", "http:");
      const kept = await behindTls.ask("visitor", link);
      expect([kept.status, Buffer.from(await kept.arrayBuffer()).equals(aPdf())]).toEqual([200, true]);
      expect(kept.headers.get("strict-transport-security")).toMatch(/max-age=31536000/);
    } finally {
      await world.stop();
      await behindTls.stop();
    }
  });
});
