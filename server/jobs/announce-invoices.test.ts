import { beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type Database } from "#server/database.ts";
import { switchInvoiceMails } from "#server/jobs/invoice-mails.ts";
import type { Job } from "#server/jobs/job.ts";
import { jobs } from "#server/jobs/queue.ts";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { type InvoiceDraft, storeInvoice } from "#tests/support/an-invoice.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { announceInvoices } from "./announce-invoices.ts";

const MERCHANT = "M1";

let world: TestDatabase;
let database: Database;
let client: TestClient;
let announce: Job;

beforeAll(async () => {
  world = await aDatabase();
  database = createDatabase(world.pool);
  client = await aClient(world, { company: "Contoso" });
  announce = announceInvoices({ database, jobs, config: { publicUrl: "https://firm.example" } });
});
// One database for all: each test has it as if nothing had happened.
beforeEach(async () => {
  for (const table of ["private.mail_outbox", "public.invoices", "private.provider_connections"])
    await world.pool.query(`delete from ${table}`);
  await world.pool.query("update public.clients set status = 'active', user_id = $1", [client.userId]);
  await world.pool.query(
    "update private.invoice_mails set new_invoices_since = now() - interval '1 month', overdue_since = now() - interval '1 month'",
  );
});

/** The firm's account: connected, and synced as a whole or not yet. */
async function connected({ isSynced = true } = {}): Promise<void> {
  await world.pool.query("insert into private.provider_connections (merchant_id) values ($1)", [MERCHANT]);
  if (isSynced) await world.pool.query("update private.provider_connections set last_synced_at = now()");
}

const invoice = (change: Partial<InvoiceDraft> = {}): InvoiceDraft => ({
  client_id: client.id,
  invoice_number: "0042",
  description: "Assessment\nof models",
  amount: 1200,
  status: "pending",
  issued_date: new Date().toISOString().slice(0, 10),
  due_date: "2030-01-31",
  square_merchant_id: MERCHANT,
  square_payment_url: "https://squareup.com/pay-invoice/1",
  ...change,
});

const stored = (change: Partial<InvoiceDraft> = {}) => storeInvoice(world, invoice(change));
const becomesOverdue = (id: string, change = "due_date = current_date - 1") =>
  world.pool.query(`update public.invoices set status = 'overdue', ${change} where id = $1`, [id]);

async function mails() {
  await announce({});
  const { rows } = await world.pool.query<{ kind: string; recipient: string; body_text: string }>(
    "select kind, recipient, subject, body_text from private.mail_outbox order by created_at, kind",
  );
  return rows;
}

test("a client is told once of a new invoice, with what it is for and where to pay it", async () => {
  await connected();
  await stored();
  await announce({});
  expect(await mails()).toEqual([
    {
      kind: "invoice-new",
      recipient: client.email,
      subject: expect.stringMatching(/^New invoice #0042 from /),
      body_text: expect.stringContaining(
        "Invoice: #0042\nFor: Assessment of models\nAmount: $1,200.00\nDue: Jan 31, 2030\n\nSee and pay it:\nhttps://firm.example/client-portal?section=billing",
      ),
    },
  ]);
});

test("a client is told once that an invoice became overdue, however often it does", async () => {
  await connected();
  const { id } = await stored({ issued_date: "2020-01-01", total_paid_amount: 200 });
  await becomesOverdue(id);
  const told = await mails();
  expect(told).toMatchObject([{ kind: "invoice-overdue", recipient: client.email }]);
  expect(told[0]?.body_text).toContain("Left to pay: $1,000.00");
  await world.pool.query("update public.invoices set status = 'pending'");
  await becomesOverdue(id);
  // Not even when the outbox has forgotten it.
  await world.pool.query("delete from private.mail_outbox");
  await world.pool.query(
    "update public.invoices set first_overdue_at = first_overdue_at - interval '3 days'",
  );
  await becomesOverdue(id);
  expect(await mails()).toEqual([]);
});

test("two processes that look at once send one mail", async () => {
  await connected();
  await stored();
  await Promise.all([announce({}), announce({}), announce({})]);
  expect(await mails()).toHaveLength(1);
});

test("what an account holds when it is first synced is nobody's news, and what comes after is", async () => {
  await connected({ isSynced: false });
  const { id } = await stored();
  await stored({ status: "overdue" });
  await becomesOverdue(id);
  expect(await mails()).toEqual([]);
  await world.pool.query("update private.provider_connections set last_synced_at = now()");
  expect(await mails()).toEqual([]);
  await stored({ invoice_number: "0043" });
  expect(await mails()).toMatchObject([{ kind: "invoice-new" }]);
});

test.each<[string, Partial<InvoiceDraft>]>([
  ["paid", { status: "paid", total_paid_amount: 1200 }],
  ["cancelled", { status: "cancelled" }],
  ["without anything left to pay", { total_paid_amount: 1200 }],
  ["not payable yet", { square_payment_url: null }],
  ["nobody's", { client_id: null }],
  ["of long ago", { issued_date: "2020-01-01" }],
  ["of another account", { square_merchant_id: "M2" }],
])("an invoice that is %s is not announced", async (_, change) => {
  await connected();
  await stored(change);
  expect(await mails()).toEqual([]);
});

test("a scheduled invoice is announced on its day, and one assigned late is not", async () => {
  await connected();
  const scheduled = await stored({ square_payment_url: null });
  const unmatched = await stored({ client_id: null, issued_date: "2020-01-01" });
  await world.pool.query("update public.invoices set created_at = now() - interval '20 days'");
  await world.pool.query("update public.invoices set square_payment_url = $2 where id = $1", [
    scheduled.id,
    invoice().square_payment_url,
  ]);
  await world.pool.query(
    "update public.invoices set client_id = $2, issued_date = current_date - 20 where id = $1",
    [unmatched.id, client.id],
  );
  expect(await mails()).toHaveLength(1);
  const { rows } = await world.pool.query("select deduplication_key from private.mail_outbox");
  expect(rows).toEqual([{ deduplication_key: `invoice-new:${scheduled.id}:${client.id}` }]);
});

test("lateness that was seen late, in a restored backup or after an outage, is the firm's to mention", async () => {
  await connected();
  const { id } = await stored({ issued_date: "2020-01-01" });
  await becomesOverdue(id, "due_date = current_date - 40");
  expect(await mails()).toEqual([]);
});

test("after an outage nobody is called late before Square was asked what has been paid", async () => {
  await connected();
  const syncedAt = (when: string) =>
    world.pool.query(`update private.provider_connections set last_synced_at = ${when}`);
  await world.pool.query(
    "update private.provider_connections set first_synced_at = now() - interval '1 year'",
  );
  const { id } = await stored({ issued_date: "2020-01-01" });
  const { id: paid } = await stored({ issued_date: "2020-01-01", invoice_number: "0043" });
  await syncedAt("now() - interval '1 day'");
  await becomesOverdue(id);
  await becomesOverdue(paid);
  expect(await mails()).toEqual([]);
  await world.pool.query("update public.invoices set status = 'paid' where id = $1", [paid]);
  await syncedAt("now()");
  expect((await mails()).map(({ body_text }) => /Invoice: (\S+)/.exec(body_text)?.[1])).toEqual(["#0042"]);
});

test.each([
  ["a suspended client", "update public.clients set status = 'suspended'"],
  ["a client without an account", "update public.clients set user_id = null"],
  ["anybody while nothing is connected", "update private.provider_connections set revoked_at = now()"],
])("%s gets no mail", async (_, change) => {
  await connected();
  await world.pool.query(change);
  const { id } = await stored();
  await becomesOverdue(id);
  expect(await mails()).toEqual([]);
});

test("a firm that switched the mails off sends none, and switching on tells nothing that was missed", async () => {
  await connected();
  const set = (newInvoices: boolean, overdue: boolean) =>
    database.bypassingPolicies({ reason: "test" }, (query) =>
      switchInvoiceMails(query, { newInvoices, overdue }),
    );
  await set(false, true);
  const { id } = await stored();
  expect(await mails()).toEqual([]);
  await becomesOverdue(id);
  expect(await mails()).toMatchObject([{ kind: "invoice-overdue" }]);
  await set(true, false);
  expect(await mails()).toHaveLength(1);
  const later = await stored();
  await becomesOverdue(later.id);
  expect(await mails()).toMatchObject([{ kind: "invoice-overdue" }, { kind: "invoice-new" }]);
});
