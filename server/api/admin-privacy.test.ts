import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromBuffer } from "yauzl";
import { adminPrivacy } from "#server/api/admin-privacy.ts";
import { createFiles, type Files } from "#server/files/index.ts";
import { createLog } from "#server/log.ts";
import { clientData } from "#server/privacy/client-data.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";
import { aFolder } from "#tests/support/browser.ts";

let world: ApiCallers;
let folder: Awaited<ReturnType<typeof aFolder>>;
let files: Files;
let download: (as: string, clientId: string) => Promise<Response>;
beforeAll(async () => {
  folder = await aFolder();
  files = createFiles({ dataDir: folder.path, s3: null });
  world = await apiCallers((parts) => {
    const app = adminPrivacy({ ...parts, files, log: createLog("silent") });
    download = async (as, clientId) =>
      app.request(`/api/admin/clients/${clientId}/export`, {
        method: "POST",
        headers: { authorization: `Bearer ${as}` },
      });
    return app;
  });
});

afterAll(() => folder.remove());

const ERASE = "/api/admin/inquirers/erase";

/** The texts of a ZIP by their names, read by another library than the one that wrote it. */
function contentsOf(zip: Buffer): Promise<Map<string, string>> {
  return new Promise((done, fail) => {
    fromBuffer(zip, { lazyEntries: true }, (failure, file) => {
      if (failure) return fail(failure);
      const texts = new Map<string, string>();
      file.on("entry", (entry) =>
        file.openReadStream(entry, (unreadable, stream) => {
          if (unreadable) return fail(unreadable);
          text(stream).then((content) => {
            texts.set(entry.fileName, content);
            file.readEntry();
          }, fail);
        }),
      );
      file.on("end", () => done(texts));
      file.on("error", fail);
      file.readEntry();
    });
  });
}

async function aMessage(clientId: string, body: string): Promise<void> {
  await world.sql.query(
    "insert into public.messages (client_id, sender_role, body) values ($1, 'client', $2)",
    [clientId, body],
  );
}

async function aDocument(clientId: string, name: string, content: string, state = "clear"): Promise<void> {
  const key = randomUUID();
  const path = join(folder.path, key);
  await writeFile(path, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  await files.store.put(key, { path, size: content.length, sha256 });
  await world.sql.query(
    `with stored as (
       insert into public.documents (client_id, name, file_size, mime_type, scan_state)
       values ($1, $2, $3, 'text/plain', $4) returning id)
     insert into private.document_files (document_id, storage_key, sha256) select id, $5, $6 from stored`,
    [clientId, name, content.length, state, key, sha256],
  );
}

describe("the export of a client", () => {
  test("is a ZIP of what is stored about it and about nobody else, without secrets", async () => {
    await aMessage(world.clientA, "Written by A");
    await aMessage(world.clientB, "Written by B");
    await world.sql.query(
      `insert into public.projects (client_id, project_name, notes) values ($1, 'Audit', 'They will not renew')`,
      [world.clientA],
    );
    await world.sql.query("update auth.users set encrypted_password = 'a-hash' where id = $1", [world.userA]);
    await world.sql.query(
      `insert into private.mail_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
       values ('k', 'account-recovery', $1, 'Reset', 'https://firm.example/?token_hash=secret', 'k')`,
      [`${world.userA}@example.com`],
    );
    await aDocument(world.clientA, "../findings.txt", "What we found");
    await aDocument(world.clientA, "bad.txt", "Refused", "quarantined");
    await aDocument(world.clientB, "other.txt", "Of another client");
    const answer = await download("administrator", world.clientA);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="client-data-\S+\.zip"$/,
    );
    const texts = await contentsOf(Buffer.from(await answer.arrayBuffer()));
    const all = [...texts.values()].join("\n");
    expect(JSON.parse(texts.get("messages.json") ?? "")).toMatchObject([{ body: "Written by A" }]);
    expect(JSON.parse(texts.get("account.json") ?? "")).toMatchObject([
      { email: `${world.userA}@example.com` },
    ]);
    expect(texts.get("projects.json")).not.toContain("renew");
    expect(texts.get("internal/project-notes.json")).toContain("They will not renew");
    expect(JSON.parse(texts.get("mail.json") ?? "")).toMatchObject([{ subject: "Reset", body_text: null }]);
    expect(texts.get("documents/001 __findings.txt")).toBe("What we found");
    for (const secret of ["Written by B", "Refused", "Of another client", "a-hash", "token_hash"])
      expect(all).not.toContain(secret);
  });

  test("holds every table that knows clients", async () => {
    const { rows } = await world.sql.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'client_id'
          and table_name in (select tablename from pg_tables where schemaname = 'public')`,
    );
    const found = await world.database.bypassingPolicies({ reason: "test" }, (query) =>
      clientData(query, world.clientA),
    );
    const names = found?.files.map(({ name }) => name.replace(".json", "").replaceAll("-", "_")) ?? [];
    const called = new Map([
      ["client_rates", "rates"],
      ["client_subscriptions", "subscriptions"],
      ["service_bookings", "bookings"],
      ["contact_inquiries", "inquiries"],
    ]);
    // Sums of the client's invoices and messages, which are in the export themselves.
    const derived = new Set(["client_figures"]);
    for (const { name } of rows) if (!derived.has(name)) expect(names).toContain(called.get(name) ?? name);
  });

  test("is filed, and refused to clients, to visitors and for nobody", async () => {
    await download("administrator", world.clientB);
    const { rows } = await world.sql.query(
      "select actor_id, action from public.audit_log where table_name = 'clients' and row_id = $1",
      [world.clientB],
    );
    expect(rows).toEqual([{ actor_id: world.administratorId, action: "export data" }]);
    const ask = async (as: "administrator" | "client" | "visitor", id: string) =>
      (await world.post(as, `/api/admin/clients/${id}/export`, "")).status;
    expect([await ask("client", world.clientA), await ask("visitor", world.clientA)]).toEqual([403, 401]);
    for (const id of [randomUUID(), "1", "%00"]) expect(await ask("administrator", id)).toBe(404);
  });
});

describe("erasing an inquirer", () => {
  test("deletes every inquiry of the address with its mail, and the log holds nothing of it", async () => {
    for (const [reference, email] of [
      ["E-1", "Ada@visitor.example"],
      ["E-2", "ada@visitor.example"],
      ["K-1", "grace@visitor.example"],
    ]) {
      await world.sql.query(
        `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
         values ($1, 'Ada Byron', $2, 'Engines Ltd', 'Other', 'What would you look at?')`,
        [reference, email],
      );
      await world.sql.query(
        `insert into private.mail_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
         values ('inquiry:' || $1, 'inquiry', 'desk@firm.example', 's', 'Ada Byron', $1),
                ('ack:' || $1, 'inquiry-acknowledgement', $2, 's', 't', 'ack-' || $1)`,
        [reference, email],
      );
    }
    const erased = await world.post("administrator", ERASE, { email: "ADA@visitor.example" });
    expect(erased.body).toEqual({ success: true, inquiries: 2, mails: 4 });
    const inquiries = await world.sql.query("select reference from public.contact_inquiries");
    expect(inquiries.rows).toEqual([{ reference: "K-1" }]);
    const mails = await world.sql.query(
      "select message_id from private.mail_outbox where kind like 'inquiry%' order by message_id",
    );
    expect(mails.rows).toEqual([{ message_id: "K-1" }, { message_id: "ack-K-1" }]);
    const log = await world.sql.query(
      "select actor_id, action, before, after from public.audit_log where table_name = 'contact_inquiries' order by id",
    );
    expect(log.rows.at(-1)).toMatchObject({
      actor_id: world.administratorId,
      action: "erase inquirer",
      after: { inquiries: 2, mails: 4 },
    });
    expect(JSON.stringify(log.rows)).not.toMatch(/ada|byron|engines|look at/i);
  });

  test("is refused for an unknown address, to clients and to visitors", async () => {
    expect((await world.post("administrator", ERASE, { email: "x@y.example" })).status).toBe(404);
    expect((await world.post("administrator", ERASE, { email: "%" })).status).toBe(400);
    expect((await world.post("client", ERASE, { email: "grace@visitor.example" })).status).toBe(403);
    expect((await world.post("visitor", ERASE, { email: "grace@visitor.example" })).status).toBe(401);
  });
});
