import { randomUUID } from "node:crypto";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type Database } from "#server/database/database.ts";
import { updateInvoiceEmailSettings } from "#server/jobs/email/invoice-email-settings.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { type InvoiceInput, insertInvoice } from "#tests/support/records/invoice.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import { createAnnounceInvoicesJob } from "./announce-invoices.ts";

const MERCHANT = "M1";

let testDatabase: TestDatabase;
let database: Database;
let client: TestClient;
let announce: JobHandler;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.pool);
  client = await createTestClient(testDatabase, { company: "Contoso" });
  announce = createAnnounceInvoicesJob({ database, jobs, config: { publicUrl: "https://firm.example" } });
});
// All tests share one database, so empty the tables before each test.
beforeEach(async () => {
  for (const table of [
    "private.email_outbox",
    "public.invoices",
    "public.invoice_drafts",
    "private.provider_connections",
  ]) {
    await testDatabase.pool.query(`delete from ${table}`);
  }
  await testDatabase.pool.query("update public.clients set status = 'active', user_id = $1", [client.userId]);
  await testDatabase.pool.query(
    "update public.email_settings set new_invoices_since = now() - interval '1 month', overdue_since = now() - interval '1 month'",
  );
});

/** Connects a Square account, which has completed its first sync unless `isSynced` is false. */
async function connectSquare({ isSynced = true } = {}): Promise<void> {
  await testDatabase.pool.query("insert into private.provider_connections (merchant_id) values ($1)", [
    MERCHANT,
  ]);
  if (isSynced) {
    await testDatabase.pool.query("update private.provider_connections set last_synced_at = now()");
  }
}

const buildInvoiceInput = (overrides: Partial<InvoiceInput> = {}): InvoiceInput => ({
  client_id: client.id,
  invoice_number: "0042",
  description: "Assessment\nof models",
  amount: 1200,
  status: "pending",
  issued_date: new Date().toISOString().slice(0, 10),
  due_date: "2030-01-31",
  square_merchant_id: MERCHANT,
  square_payment_url: "https://squareup.com/pay-invoice/1",
  ...overrides,
});

const addInvoice = (overrides: Partial<InvoiceInput> = {}) =>
  insertInvoice(testDatabase, buildInvoiceInput(overrides));
const makeOverdue = (id: string, assignments = "due_date = current_date - 1") =>
  testDatabase.pool.query(`update public.invoices set status = 'overdue', ${assignments} where id = $1`, [
    id,
  ]);

async function announceAndListEmails() {
  await announce({});
  const { rows } = await testDatabase.pool.query<{ kind: string; recipient: string; body_text: string }>(
    "select kind, recipient, subject, body_text from private.email_outbox order by created_at, kind",
  );
  return rows;
}

test("emails a client once about a new invoice, with a link to pay it", async () => {
  await connectSquare();
  const { id } = await addInvoice();
  await announce({});
  expect(await announceAndListEmails()).toEqual([
    {
      kind: "invoice-new",
      recipient: client.email,
      subject: expect.stringMatching(/^New invoice 0042 from /),
      body_text: expect.stringContaining(
        `Amount due: $1,200.00\n\nInvoice: 0042\nFor: Assessment of models\nDue: Jan 31, 2030\n\nView and pay:\nhttps://firm.example/client-portal?section=billing&invoice=${id}`,
      ),
    },
  ]);
});

/** Stores that an invoice was created here. */
async function insertDraft(squareInvoiceId: string, delivery: "email" | "link", reminderDays: number[] = []) {
  await testDatabase.pool.query(
    `insert into public.invoice_drafts
            (client_id, title, lines, total_cents, payments, delivery, reminder_days, square_invoice_id)
     values ($1, 'Deposit', '[{"name":"A","note":"","quantity":"1","unitCents":100,"amountCents":100}]', 100,
             '[{"kind":"balance","dueOn":"2030-01-31","amountCents":100}]', $2, $3, $4)`,
    [client.id, delivery, reminderDays, squareInvoiceId],
  );
}

test("announces a new invoice that is delivered as a link, even if these emails are off, and none that Square emails", async () => {
  await connectSquare();
  await testDatabase.pool.query("update public.email_settings set new_invoices_since = null");
  await insertDraft("inv:link", "link");
  await insertDraft("inv:email", "email");
  await addInvoice({ square_invoice_id: "inv:link", invoice_number: "0001" });
  await addInvoice({ square_invoice_id: "inv:email", invoice_number: "0002" });
  await addInvoice({ invoice_number: "0003" });
  const emails = await announceAndListEmails();
  expect(emails.map(({ body_text }) => /Invoice: (\d+)/.exec(body_text)?.[1])).toEqual(["0001"]);
  await testDatabase.pool.query(
    "update public.email_settings set new_invoices_since = now() - interval '1 day'",
  );
  expect(
    (await announceAndListEmails()).map(({ body_text }) => /Invoice: (\d+)/.exec(body_text)?.[1]),
  ).toEqual(["0001", "0003"]);
});

test("sends no overdue email about an invoice for which Square sends reminders", async () => {
  await connectSquare();
  await insertDraft("inv:reminders", "email", [1]);
  await insertDraft("inv:none", "email");
  for (const square_invoice_id of ["inv:reminders", "inv:none"]) {
    const { id } = await addInvoice({ square_invoice_id, invoice_number: square_invoice_id });
    await makeOverdue(id);
  }
  expect(await announceAndListEmails()).toMatchObject([
    { kind: "invoice-overdue", subject: expect.stringContaining("inv:none") },
  ]);
});

test("stores the email about an overdue invoice as a reminder, and sends none after a reminder", async () => {
  await connectSquare();
  const issued_date = "2020-01-01";
  const automatic = await addInvoice({ issued_date, invoice_number: "0001" });
  const reminded = await addInvoice({ issued_date, invoice_number: "0002" });
  await testDatabase.pool.query(
    "insert into public.invoice_reminders (invoice_id, client_id, sent_on, amount_cents) values ($1, $2, current_date, 1)",
    [reminded.id, client.id],
  );
  await makeOverdue(automatic.id);
  await makeOverdue(reminded.id);
  expect(await announceAndListEmails()).toMatchObject([{ subject: expect.stringContaining("0001") }]);
  const { rows } = await testDatabase.pool.query(
    "select amount_cents::integer, sent_by from public.invoice_reminders where invoice_id = $1",
    [automatic.id],
  );
  expect(rows).toEqual([{ amount_cents: 120_000, sent_by: null }]);
});

test("emails a client once about an overdue invoice, even if it becomes overdue again", async () => {
  await connectSquare();
  const { id } = await addInvoice({ issued_date: "2020-01-01", total_paid_amount: 200 });
  await makeOverdue(id);
  const emails = await announceAndListEmails();
  expect(emails).toMatchObject([{ kind: "invoice-overdue", recipient: client.email }]);
  expect(emails[0]?.body_text).toContain("Amount due: $1,000.00\nInvoice total $1,200.00 · $200.00 paid");
  await testDatabase.pool.query("update public.invoices set status = 'pending'");
  await makeOverdue(id);
  // Deleting the outbox row must not cause a second email.
  await testDatabase.pool.query("delete from private.email_outbox");
  await testDatabase.pool.query(
    "update public.invoices set first_overdue_at = first_overdue_at - interval '3 days'",
  );
  await makeOverdue(id);
  expect(await announceAndListEmails()).toEqual([]);
});

test("emails a client about an overdue deposit, with its due date", async () => {
  await connectSquare();
  const { id } = await addInvoice({ issued_date: "2020-01-01", square_status: "UNPAID" });
  await makeOverdue(id, "next_payment_due_date = current_date - 1");
  const { rows } = await testDatabase.pool.query<{ due: string }>(
    "select to_char(current_date - 1, 'Mon FMDD, YYYY') as due",
  );
  const emails = await announceAndListEmails();
  expect(emails).toMatchObject([{ kind: "invoice-overdue" }]);
  expect(emails[0]?.body_text).toContain(`This invoice was due on ${rows[0]?.due} (1 day ago).`);
});

test("states the amount due now: the late installments, or the first payment of a new invoice", async () => {
  await connectSquare();
  const entry = (due_date: string, amount: number) => ({
    request_type: "INSTALLMENT",
    due_date,
    computed_amount_money: { amount },
  });
  const installments = {
    square_status: "UNPAID",
    next_payment_amount: 900,
    payment_schedule: [entry("2026-01-01", 40_000), entry("2026-02-01", 20_000), entry("2030-01-01", 30_000)],
  };
  const { id } = await addInvoice({ ...installments, issued_date: "2020-01-01" });
  await makeOverdue(id, "next_payment_due_date = current_date - 1");
  await addInvoice({ next_payment_amount: 300, next_payment_due_date: "2030-01-01" });
  const texts = (await announceAndListEmails()).map(({ body_text }) => body_text);
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/ was due on \w{3} \d+, \d{4} \(\d+ days? ago\)\.\n\nAmount due: \$600\.00\n/),
      expect.stringMatching(/Amount due: \$300\.00\n[\s\S]*\nDue: Jan 1, 2030\n/),
    ]),
  );
});

test("emails a client about an overdue invoice without due dates", async () => {
  await connectSquare();
  const { id } = await addInvoice({ issued_date: "2020-01-01" });
  await makeOverdue(id, "due_date = null, next_payment_due_date = null");
  const emails = await announceAndListEmails();
  expect(emails).toMatchObject([{ kind: "invoice-overdue", recipient: client.email }]);
  expect(emails[0]?.body_text).toContain("We haven't received your payment.");
});

test("does not announce an overdue invoice that is pending again", async () => {
  await connectSquare();
  const { id } = await addInvoice({ issued_date: "2020-01-01" });
  await makeOverdue(id, "due_date = null");
  await testDatabase.pool.query("update public.invoices set status = 'pending' where id = $1", [id]);
  expect(await announceAndListEmails()).toEqual([]);
});

test("does not announce an invoice until Square has sent it", async () => {
  await connectSquare();
  const { id } = await addInvoice({ square_status: "SCHEDULED" });
  await testDatabase.pool.query("update public.invoices set created_at = now() - interval '20 days'");
  expect(await announceAndListEmails()).toEqual([]);
  await testDatabase.pool.query("update public.invoices set square_status = 'UNPAID' where id = $1", [id]);
  expect(await announceAndListEmails()).toMatchObject([{ kind: "invoice-new" }]);
});

test("sends one email when several processes run the job concurrently", async () => {
  await connectSquare();
  await addInvoice();
  await Promise.all([announce({}), announce({}), announce({})]);
  expect(await announceAndListEmails()).toHaveLength(1);
});

test("does not announce invoices from the first sync, but announces later ones", async () => {
  await connectSquare({ isSynced: false });
  const { id } = await addInvoice();
  await addInvoice({ status: "overdue" });
  await makeOverdue(id);
  expect(await announceAndListEmails()).toEqual([]);
  await testDatabase.pool.query("update private.provider_connections set last_synced_at = now()");
  expect(await announceAndListEmails()).toEqual([]);
  await addInvoice({ invoice_number: "0043" });
  expect(await announceAndListEmails()).toMatchObject([{ kind: "invoice-new" }]);
});

test.each<[string, Partial<InvoiceInput>]>([
  ["paid", { status: "paid", total_paid_amount: 1200 }],
  ["cancelled", { status: "cancelled" }],
  ["without a balance", { total_paid_amount: 1200 }],
  ["being paid by bank transfer", { square_status: "PAYMENT_PENDING" }],
  ["partly being paid", { square_status: "PARTIALLY_PAID", processing_amount: 300 }],
  ["not payable yet", { square_payment_url: null }],
  ["not assigned to a client", { client_id: null }],
  ["issued long ago", { issued_date: "2020-01-01" }],
  ["from another Square account", { square_merchant_id: "M2" }],
])("does not announce an invoice that is %s", async (_, change) => {
  await connectSquare();
  await addInvoice(change);
  expect(await announceAndListEmails()).toEqual([]);
});

test("announces a scheduled invoice when it becomes payable, but not an old invoice that is assigned late", async () => {
  await connectSquare();
  const scheduledInvoice = await addInvoice({ square_payment_url: null });
  const unmatchedInvoice = await addInvoice({ client_id: null, issued_date: "2020-01-01" });
  await testDatabase.pool.query("update public.invoices set created_at = now() - interval '20 days'");
  await testDatabase.pool.query("update public.invoices set square_payment_url = $2 where id = $1", [
    scheduledInvoice.id,
    buildInvoiceInput().square_payment_url,
  ]);
  await testDatabase.pool.query(
    "update public.invoices set client_id = $2, issued_date = current_date - 20 where id = $1",
    [unmatchedInvoice.id, client.id],
  );
  expect(await announceAndListEmails()).toHaveLength(1);
  const { rows } = await testDatabase.pool.query("select deduplication_key from private.email_outbox");
  expect(rows).toEqual([{ deduplication_key: `invoice-new:${scheduledInvoice.id}:${client.id}` }]);
});

/** Assigns an invoice as an administrator does. */
const assignInvoice = (id: string) =>
  testDatabase.pool.query(
    "update public.invoices set client_id = $2, client_assigned_manually = true where id = $1",
    [id, client.id],
  );

test("announces an assigned invoice after 10 minutes, because the administrator may undo the assignment", async () => {
  await connectSquare();
  const { id } = await addInvoice({ client_id: null });
  await assignInvoice(id);
  const setAssignedAt = (when: string) =>
    testDatabase.pool.query(`update public.invoices set client_assigned_at = ${when}`);
  expect(await announceAndListEmails()).toEqual([]);
  await setAssignedAt("now() - interval '9 minutes 50 seconds'");
  expect(await announceAndListEmails()).toEqual([]);
  await setAssignedAt("now() - interval '10 minutes'");
  expect(await announceAndListEmails()).toMatchObject([{ kind: "invoice-new" }]);
});

test("announces an invoice that was created here right after it gets its client", async () => {
  await connectSquare();
  await insertDraft("inv:link", "link");
  const { id } = await addInvoice({ client_id: null, square_invoice_id: "inv:link" });
  await assignInvoice(id);
  expect(await announceAndListEmails()).toMatchObject([{ kind: "invoice-new" }]);
});

test("does not announce a long-overdue invoice, such as one found after an outage or a restore", async () => {
  await connectSquare();
  const { id } = await addInvoice({ issued_date: "2020-01-01" });
  await makeOverdue(id, "due_date = current_date - 40");
  expect(await announceAndListEmails()).toEqual([]);
});

test("does not announce overdue invoices after an outage until payments are synced", async () => {
  await connectSquare();
  const setSyncedAt = (when: string) =>
    testDatabase.pool.query(`update private.provider_connections set last_synced_at = ${when}`);
  await testDatabase.pool.query(
    "update private.provider_connections set first_synced_at = now() - interval '1 year'",
  );
  const { id } = await addInvoice({ issued_date: "2020-01-01" });
  const { id: paidId } = await addInvoice({ issued_date: "2020-01-01", invoice_number: "0043" });
  await setSyncedAt("now() - interval '1 day'");
  await makeOverdue(id);
  await makeOverdue(paidId);
  expect(await announceAndListEmails()).toEqual([]);
  await testDatabase.pool.query("update public.invoices set status = 'paid' where id = $1", [paidId]);
  await setSyncedAt("now()");
  expect(
    (await announceAndListEmails()).map(({ body_text }) => /Invoice: (\S+)/.exec(body_text)?.[1]),
  ).toEqual(["0042"]);
});

test.each([
  ["a suspended client", "update public.clients set status = 'suspended'"],
  [
    "a client without members",
    `alter table public.client_members disable trigger client_members_protect_last_owner;
     update public.clients set user_id = null; delete from public.client_members`,
  ],
  ["any client while Square is disconnected", "update private.provider_connections set revoked_at = now()"],
])("sends no email to %s", async (_, change) => {
  await connectSquare();
  await testDatabase.pool.query(change);
  const { id } = await addInvoice();
  await makeOverdue(id);
  expect(await announceAndListEmails()).toEqual([]);
});

const ADMIN_CLAIMS = {
  sub: randomUUID(),
  role: "authenticated",
  aal: "aal2",
  app_metadata: { role: "admin" },
};

test("sends no emails while they are turned off, and does not announce missed invoices later", async () => {
  await connectSquare();
  const updateSettings = (newInvoices: boolean, overdue: boolean) =>
    database.asCaller(ADMIN_CLAIMS, (query) => updateInvoiceEmailSettings(query, { newInvoices, overdue }));
  await updateSettings(false, true);
  const { id } = await addInvoice();
  expect(await announceAndListEmails()).toEqual([]);
  await makeOverdue(id);
  expect(await announceAndListEmails()).toMatchObject([{ kind: "invoice-overdue" }]);
  await updateSettings(true, false);
  expect(await announceAndListEmails()).toHaveLength(1);
  const laterInvoice = await addInvoice();
  await makeOverdue(laterInvoice.id);
  expect(await announceAndListEmails()).toMatchObject([{ kind: "invoice-overdue" }, { kind: "invoice-new" }]);
});
