import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPrivacyRoutes } from "#server/api/admin/privacy.ts";
import { createFiles, type Files } from "#server/files/index.ts";
import { createLogger } from "#server/observability/logger.ts";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import { readZip } from "#tests/support/files/read-zip.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";

let fixture: ApiEnvironment;
let folder: Awaited<ReturnType<typeof createTempFolder>>;
let files: Files;
let download: (as: string, clientId: string) => Promise<Response>;
beforeAll(async () => {
  folder = await createTempFolder();
  files = createFiles({ dataDir: folder.path, s3: null });
  fixture = await createApiEnvironment((parts) =>
    createPrivacyRoutes({ ...parts, files, log: createLogger("silent") }),
  );
  download = async (as, clientId) =>
    fixture.fetch(
      new Request(`http://localhost/api/admin/clients/${clientId}/export`, {
        method: "POST",
        headers: { authorization: `Bearer ${as}` },
      }),
    );
});

afterAll(() => folder.remove());

const ERASE = "/api/admin/inquirers/erase";

async function createMessage(clientId: string, body: string): Promise<void> {
  await fixture.sql.query(
    "insert into public.messages (client_id, sender_role, body) values ($1, 'client', $2)",
    [clientId, body],
  );
}

async function createDocument(
  clientId: string,
  name: string,
  content: string,
  state = "clear",
): Promise<void> {
  const key = randomUUID();
  const path = join(folder.path, key);
  await writeFile(path, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  await files.store.put(key, { path, size: content.length, sha256 });
  await fixture.sql.query(
    `with stored as (
       insert into public.documents (client_id, name, file_size, mime_type, scan_status)
       values ($1, $2, $3, 'text/plain', $4) returning id)
     insert into private.document_files (document_id, storage_key, sha256) select id, $5, $6 from stored`,
    [clientId, name, content.length, state, key, sha256],
  );
}

describe("the export of a client", () => {
  test("is a ZIP of only this client's data, without secrets", async () => {
    await createMessage(fixture.clientA, "Written by A");
    await createMessage(fixture.clientB, "Written by B");
    await fixture.sql.query(
      `insert into public.projects (client_id, project_name, notes) values ($1, 'Audit', 'They will not renew')`,
      [fixture.clientA],
    );
    await fixture.sql.query("update auth.users set encrypted_password = 'a-hash' where id = $1", [
      fixture.userA,
    ]);
    await fixture.sql.query(
      `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
       values ('k', 'account-recovery', $1, 'Reset', 'https://firm.example/?token_hash=secret', 'k')`,
      [`${fixture.userA}@example.com`],
    );
    await createDocument(fixture.clientA, "../findings.txt", "What we found");
    await createDocument(fixture.clientA, "bad.txt", "Refused", "quarantined");
    await createDocument(fixture.clientB, "other.txt", "Of another client");
    const response = await download("administrator", fixture.clientA);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/zip");
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="client-data-\S+\.zip"$/,
    );
    const texts = await readZip(Buffer.from(await response.arrayBuffer()));
    const allText = [...texts.values()].join("\n");
    expect(JSON.parse(texts.get("messages.json") ?? "")).toMatchObject([{ body: "Written by A" }]);
    expect(JSON.parse(texts.get("account.json") ?? "")).toMatchObject([
      { email: `${fixture.userA}@example.com` },
    ]);
    expect(texts.get("projects.json")).not.toContain("renew");
    expect(texts.get("internal/project-notes.json")).toContain("They will not renew");
    expect(JSON.parse(texts.get("emails.json") ?? "")).toMatchObject([{ subject: "Reset", body_text: null }]);
    expect(texts.get("documents/001 __findings.txt")).toBe("What we found");
    for (const secret of ["Written by B", "Refused", "Of another client", "a-hash", "token_hash"]) {
      expect(allText).not.toContain(secret);
    }
  });

  test("is audited, and rejects clients, visitors and unknown clients", async () => {
    await download("administrator", fixture.clientB);
    const { rows } = await fixture.sql.query(
      "select actor_id, action from public.audit_log where table_name = 'clients' and row_id = $1",
      [fixture.clientB],
    );
    expect(rows).toEqual([{ actor_id: fixture.administratorId, action: "export data" }]);
    const requestExport = async (as: "administrator" | "client" | "visitor", id: string) =>
      (await fixture.post(as, `/api/admin/clients/${id}/export`, "")).status;
    expect([
      await requestExport("client", fixture.clientA),
      await requestExport("visitor", fixture.clientA),
    ]).toEqual([403, 401]);
    for (const id of [randomUUID(), "1", "%00"]) {
      expect(await requestExport("administrator", id)).toBe(404);
    }
  });
});

describe("erasing an inquirer", () => {
  test("deletes all inquiries from an email address with their emails, and leaves none of their data in the audit log", async () => {
    for (const [reference, email] of [
      ["E-1", "Ada@visitor.example"],
      ["E-2", "ada@visitor.example"],
      ["K-1", "grace@visitor.example"],
    ]) {
      await fixture.sql.query(
        `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
         values ($1, 'Ada Byron', $2, 'Engines Ltd', 'Other', 'What would you look at?')`,
        [reference, email],
      );
      await fixture.sql.query(
        `insert into public.inquiry_replies (inquiry_id, message)
         select id, 'Dear Ada Byron' from public.contact_inquiries where reference = $1`,
        [reference],
      );
      await fixture.sql.query(
        `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
         values ('inquiry:' || $1, 'inquiry', 'desk@firm.example', 's', 'Ada Byron', $1),
                ('ack:' || $1, 'inquiry-acknowledgement', $2, 's', 't', 'ack-' || $1)`,
        [reference, email],
      );
    }
    const erased = await fixture.post("administrator", ERASE, { email: "ADA@visitor.example" });
    expect(erased.body).toEqual({ success: true, inquiries: 2, consultations: 0, emails: 4 });
    const inquiries = await fixture.sql.query("select reference from public.contact_inquiries");
    expect(inquiries.rows).toEqual([{ reference: "K-1" }]);
    const replies = await fixture.sql.query("select count(*)::integer as count from public.inquiry_replies");
    expect(replies.rows).toEqual([{ count: 1 }]);
    const emails = await fixture.sql.query(
      "select message_id from private.email_outbox where kind like 'inquiry%' order by message_id",
    );
    expect(emails.rows).toEqual([{ message_id: "K-1" }, { message_id: "ack-K-1" }]);
    const log = await fixture.sql.query(
      "select actor_id, action, before, after from public.audit_log where table_name = 'contact_inquiries' order by id",
    );
    expect(log.rows.at(-1)).toMatchObject({
      actor_id: fixture.administratorId,
      action: "erase inquirer",
      after: { inquiries: 2, emails: 4 },
    });
    expect(JSON.stringify(log.rows)).not.toMatch(/ada|byron|engines|look at/i);
  });

  test("rejects an unknown address, clients and visitors", async () => {
    expect((await fixture.post("administrator", ERASE, { email: "x@y.example" })).status).toBe(404);
    expect((await fixture.post("administrator", ERASE, { email: "%" })).status).toBe(400);
    expect((await fixture.post("client", ERASE, { email: "grace@visitor.example" })).status).toBe(403);
    expect((await fixture.post("visitor", ERASE, { email: "grace@visitor.example" })).status).toBe(401);
  });
});

describe("erasing a client member", () => {
  const ERASE_MEMBER = "/api/admin/members/erase";
  const erase = (email: string) => fixture.post("administrator", ERASE_MEMBER, { email });
  const readRow = async (sql: string, values: unknown[] = []) =>
    (await fixture.sql.query(sql, values)).rows[0];

  test("deletes the account and everything with the address, and keeps the client's records", async () => {
    const database = { pool: fixture.sql };
    const client = await createTestClient(database, { company: "Contoso" });
    const member = await createMember(database, client.id, "owner", { name: "Grace Hopper" });
    await fixture.sql.query(
      `insert into public.messages (client_id, sender_id, sender_role, body) values ($1, $2, 'client', 'The scope is agreed')`,
      [client.id, member.userId],
    );
    await fixture.sql.query(
      `insert into private.sign_in_attempts (email, user_id, outcome, address) values ($1, $2, 'succeeded', '::1')`,
      [member.email, member.userId],
    );
    await fixture.sql.query(
      `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
       values ('erase', 'access-changed', upper($1), 's', 't', 'erase')`,
      [member.email],
    );
    await runAs(fixture.sql, toCaller(member), async (connection) => {
      await connection.query(
        "select endpoints.invite_member($1, 'guest@contoso.example', 'Guest', 'auditor', null)",
        [client.id],
      );
      await connection.query("select endpoints.confirm_access_review($1)", [client.id]);
    });
    const invoice = await insertInvoice(database, buildInvoice());
    await insertRow(database, "invoice_payers", { invoice_id: invoice.id, payer_email: member.email });
    const { status, body } = await erase(member.email.toUpperCase());
    expect([status, body]).toEqual([200, { success: true, members: 1, emails: 1 }]);

    expect(await readRow("select from auth.users where id = $1", [member.userId])).toBeUndefined();
    expect(await readRow("select from public.invoice_payers")).toBeUndefined();
    expect(
      await readRow("select sender_id, body from public.messages where client_id = $1", [client.id]),
    ).toEqual({
      sender_id: null,
      body: "The scope is agreed",
    });
    expect(await readRow("select user_id from public.clients where id = $1", [client.id])).toEqual({
      user_id: client.userId,
    });
    const { rows: actions } = await fixture.sql.query(
      "select actor, action, subject from public.client_activity where client_id = $1 order by id",
      [client.id],
    );
    expect(actions).toContainEqual({ actor: "deleted person", action: "signed-in", subject: "" });
    expect(actions.at(-1)).toEqual({ actor: "", action: "removed", subject: "deleted person" });
    const tables = [
      "client_activity",
      "client_invitations",
      "client_members",
      "access_reviews",
      "audit_log",
      "messages",
    ];
    for (const table of tables) {
      const { rows } = await fixture.sql.query(`select * from public.${table}`);
      expect(JSON.stringify(rows), table).not.toMatch(new RegExp(`${member.email}|Grace Hopper`, "i"));
    }
    expect(
      await readRow("select from private.sign_in_attempts where email = $1", [member.email]),
    ).toBeUndefined();
    expect((await erase(member.email)).status).toBe(404);
  });

  test("deletes the invitations of a person without an account", async () => {
    const client = await createTestClient({ pool: fixture.sql });
    await fixture.sql.query(
      `insert into public.client_invitations (client_id, email, name, role)
       values ($1, 'never@joined.example', 'Never Joined', 'auditor')`,
      [client.id],
    );
    expect(await erase("never@joined.example")).toMatchObject({ status: 200, body: { members: 0 } });
    expect(
      await readRow("select from public.client_invitations where email = 'never@joined.example'"),
    ).toBeUndefined();
  });

  test("deletes the address of a person who is only the payer of an invoice", async () => {
    const database = { pool: fixture.sql };
    const invoice = await insertInvoice(database, buildInvoice());
    await insertRow(database, "invoice_payers", {
      invoice_id: invoice.id,
      payer_email: "payer@square.example",
    });
    expect(await erase("Payer@square.example")).toMatchObject({ status: 200, body: { members: 0 } });
    expect(await readRow("select from public.invoice_payers")).toBeUndefined();
  });

  test("changes nothing for the only owner of a client, administrators and unknown addresses", async () => {
    const client = await createTestClient({ pool: fixture.sql }, { company: "Fabrikam" });
    expect(await erase(client.email)).toMatchObject({
      status: 409,
      body: { error: "This person is the only owner of Fabrikam. Make someone else an owner first." },
    });
    expect(await readRow("select from auth.users where id = $1", [client.userId])).toBeDefined();
    const administrator = await readRow("select email from public.users where id = $1", [
      fixture.administratorId,
    ]);
    expect((await erase(administrator.email)).status).toBe(404);
    expect((await erase("unknown@client.example")).status).toBe(404);
    expect((await fixture.post("client", ERASE_MEMBER, { email: client.email })).status).toBe(403);
    expect((await fixture.post("visitor", ERASE_MEMBER, { email: client.email })).status).toBe(401);
  });
});
