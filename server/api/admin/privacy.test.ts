import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPrivacyRoutes } from "#server/api/admin/privacy.ts";
import { createFiles, type Files } from "#server/files/index.ts";
import { createLogger } from "#server/observability/logger.ts";
import { readZip } from "#tests/support/files/read-zip.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

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
        `insert into private.email_outbox (deduplication_key, kind, recipient, subject, body_text, message_id)
         values ('inquiry:' || $1, 'inquiry', 'desk@firm.example', 's', 'Ada Byron', $1),
                ('ack:' || $1, 'inquiry-acknowledgement', $2, 's', 't', 'ack-' || $1)`,
        [reference, email],
      );
    }
    const erased = await fixture.post("administrator", ERASE, { email: "ADA@visitor.example" });
    expect(erased.body).toEqual({ success: true, inquiries: 2, emails: 4 });
    const inquiries = await fixture.sql.query("select reference from public.contact_inquiries");
    expect(inquiries.rows).toEqual([{ reference: "K-1" }]);
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
