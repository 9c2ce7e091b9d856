import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import type { ClientPermission } from "#domain/clients/members/role.ts";
import { createDatabase, type Query } from "#server/database/database.ts";
import { createAnnounceDocumentsJob } from "#server/jobs/email/announce-documents.ts";
import { createAnnouncePaymentsJob } from "#server/jobs/email/announce-payments.ts";
import { createAnnouncingJob } from "#tests/support/email/announcing-job.ts";
import { createMember, type MemberRole } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertInvoice } from "#tests/support/records/invoice.ts";
import { buildPayment } from "#tests/support/records/invoice-payments.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import {
  type ClientRecipient,
  listBookingRecipients,
  listClientRecipients,
  queueClientEmails,
} from "./client-email.ts";

const ROLES: readonly MemberRole[] = ["owner", "billing", "technical", "auditor"];

let pool: pg.Pool;
let client: TestClient;
beforeEach(async () => {
  ({ pool } = await createTestDatabase());
  client = await createTestClient({ pool });
  for (const role of ROLES) {
    await createMember({ pool }, client.id, role, { name: `The ${role}` });
  }
});

const runQuery = (work: (query: Query) => Promise<ClientRecipient[]>) =>
  createDatabase(pool).bypassPolicies({ reason: "list recipients" }, work);
const listRecipients = (permission: ClientPermission | null) =>
  runQuery((query) => listClientRecipients(query, client.id, permission));

describe("recipients", () => {
  test.each([
    ["billing", ["Ada Moreno", "The owner", "The billing"]],
    ["projects", ["Ada Moreno", "The owner", "The billing", "The technical"]],
    ["messages", ["Ada Moreno", "The owner", "The billing", "The technical"]],
    ["people", ["Ada Moreno", "The owner"]],
    [null, ["Ada Moreno", "The owner", "The billing", "The technical", "The auditor"]],
  ] as const)("for %s", async (permission, names) => {
    expect((await listRecipients(permission)).map(({ name }) => name)).toEqual(names);
  });

  test("omit suspended and expired members", async () => {
    await pool.query("update public.client_members set suspended_at = now() where role = 'billing'");
    await pool.query("update public.client_members set expires_at = now() where role = 'technical'");
    expect((await listRecipients("messages")).map(({ name }) => name)).toEqual(["Ada Moreno", "The owner"]);
  });

  test("of a booking are the member who requested it, and the owners", async () => {
    const technical = (await listRecipients("requests")).find(({ role }) => role === "technical");
    const booking = { client_id: client.id, created_by: technical?.user_id ?? null };
    const recipients = await runQuery((query) => listBookingRecipients(query, booking));
    expect(recipients.map(({ name }) => name)).toEqual(["Ada Moreno", "The owner", "The technical"]);
  });
});

test("the first recipient gets the deduplication key, and the others get their own", async () => {
  const recipients = await listRecipients("billing");
  const keys: string[] = [];
  await queueClientEmails(
    recipients,
    () => ({ deduplicationKey: "key", kind: "invoice-new", subject: "Hello", blocks: [] }),
    async ({ deduplicationKey }) => keys.push(deduplicationKey),
  );
  expect(keys).toEqual(["key", `key:${recipients[1]?.user_id}`, `key:${recipients[2]?.user_id}`]);
});

test("a receipt goes to owners and billing members who have not turned it off, with their own names", async () => {
  const job = await createAnnouncingJob(createAnnouncePaymentsJob);
  const billing = await createMember(job.database, job.client.id, "billing", { name: "Bea Marsh" });
  await createMember(job.database, job.client.id, "technical");
  const invoice = await insertInvoice(job.database, {
    client_id: job.client.id,
    amount: 1200,
    status: "pending",
    square_merchant_id: "M1",
  });
  const now = new Date().toISOString();
  await insertRow(
    job.database,
    "invoice_payments",
    buildPayment(invoice.id, { created_at: now, updated_at: now }),
  );
  await job.setPreference("receipts", false);
  const emails = await job.runAndListEmails();
  expect(emails.map(({ recipient }) => recipient)).toEqual([billing.email]);
  expect(emails[0]?.body_text).toContain("Hi Bea,");
});

test("a document is announced to the members who can read it", async () => {
  const job = await createAnnouncingJob(createAnnounceDocumentsJob);
  const members = Object.fromEntries(
    await Promise.all(
      ROLES.slice(1).map(
        async (role) => [role, await createMember(job.database, job.client.id, role)] as const,
      ),
    ),
  );
  for (const [name, category] of [
    ["Report.pdf", "report"],
    ["Contract.pdf", "contract"],
  ] as const) {
    await insertRow(job.database, "documents", {
      client_id: job.client.id,
      name,
      category,
      file_size: 1,
      mime_type: "application/pdf",
      scan_status: "clear",
    });
  }
  await job.database.pool.query("update public.documents set uploaded_at = now() - interval '10 minutes'");
  const emails = await job.runAndListEmails();
  const subjects = Object.fromEntries(emails.map(({ recipient, subject }) => [recipient, subject]));
  expect(subjects).toEqual({
    [job.client.email]: expect.stringContaining("2 new documents"),
    [members.billing?.email ?? ""]: expect.stringContaining("New document from "),
    [members.technical?.email ?? ""]: expect.stringContaining("New document from "),
    [members.auditor?.email ?? ""]: expect.stringContaining("New document from "),
  });
});
