import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { firmToday } from "#domain/firm/firm-today.ts";
import { createDatabase } from "#server/database/database.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertInvoice } from "#tests/support/records/invoice.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { createAnnounceInvoicesJob } from "./announce-invoices.ts";

// Tests how the automatic email about an overdue invoice relates to the reminders that administrators send.

const MERCHANT = "M1";

let pool: pg.Pool;
let announce: JobHandler;

beforeEach(async () => {
  ({ pool } = await createTestDatabase());
  announce = createAnnounceInvoicesJob({
    database: createDatabase(pool),
    jobs,
    config: { publicUrl: "https://firm.example" },
  });
  await pool.query("insert into private.provider_connections (merchant_id) values ($1)", [MERCHANT]);
  await pool.query("update private.provider_connections set last_synced_at = now()");
  await pool.query("update public.email_settings set overdue_since = now() - interval '1 month'");
});

/** Stores an invoice that has just become overdue, by default since yesterday. */
async function addOverdueInvoice(clientId: string, { number = "0042", daysLate = 1 } = {}): Promise<string> {
  const { id } = await insertInvoice(
    { pool },
    {
      client_id: clientId,
      invoice_number: number,
      amount: 1200,
      status: "pending",
      issued_date: "2020-01-01",
      square_merchant_id: MERCHANT,
      square_payment_url: "https://squareup.com/pay-invoice/1",
    },
  );
  await pool.query(
    "update public.invoices set status = 'overdue', due_date = current_date - $2::integer where id = $1",
    [id, daysLate],
  );
  return id;
}

async function announceAndListRecipients(): Promise<string[]> {
  await announce({});
  const { rows } = await pool.query<{ recipient: string }>(
    "select recipient from private.email_outbox where kind = 'invoice-overdue' order by created_at",
  );
  return rows.map(({ recipient }) => recipient);
}

/** Runs the job twice, and lists the recipients and subjects of all emails. */
async function announceTwiceAndListEmails(): Promise<string[]> {
  await announce({});
  await announce({});
  const { rows } = await pool.query<{ recipient: string; subject: string }>(
    "select recipient, subject from private.email_outbox where kind = 'invoice-overdue' order by created_at, subject",
  );
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`);
}

async function listRemindedClients(): Promise<string[]> {
  const { rows } = await pool.query<{ client_id: string }>(
    "select client_id from public.invoice_reminders order by created_at",
  );
  return rows.map(({ client_id }) => client_id);
}

async function countBlockedQueries(): Promise<number | null> {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount;
}

test("stores no reminder if no one receives billing emails, and emails the first member who does", async () => {
  const { id: clientId } = await insertRow({ pool }, "clients", {
    company: "Fabrikam",
    contact_person: "Grace Lindqvist",
  });
  await createMember({ pool }, clientId, "technical");
  await addOverdueInvoice(clientId);
  expect(await announceAndListRecipients()).toEqual([]);
  expect(await listRemindedClients()).toEqual([]);
  const { email } = await createMember({ pool }, clientId, "billing");
  expect(await announceAndListRecipients()).toEqual([email]);
  expect(await listRemindedClients()).toEqual([clientId]);
});

test("sends no email if an administrator sends a reminder while the job runs", async () => {
  const client = await createTestClient({ pool });
  const id = await addOverdueInvoice(client.id);
  const administrator = await pool.connect();
  await administrator.query("begin");
  // Also stores a reminder for the next day, in case the test runs across midnight.
  await administrator.query(
    `insert into public.invoice_reminders (invoice_id, client_id, sent_on, amount_cents)
     values ($1, $2, $3::date, 1), ($1, $2, $3::date + 1, 1)`,
    [id, client.id, firmToday(new Date())],
  );
  const recipients = announceAndListRecipients();
  await expect.poll(countBlockedQueries).toBe(1);
  await administrator.query("commit");
  administrator.release();
  expect(await recipients).toEqual([]);
  expect(await listRemindedClients()).toHaveLength(2);
});

test.each([
  ["paid", "status = 'paid', total_paid_amount = amount"],
  ["partially paid", "total_paid_amount = 200"],
  ["unassigned", "client_id = null"],
])("sends no email about an invoice that is %s while an administrator sends reminders", async (_, change) => {
  const client = await createTestClient({ pool });
  const id = await addOverdueInvoice(client.id);
  const administrator = await pool.connect();
  await administrator.query("begin");
  await administrator.query("select pg_advisory_xact_lock(hashtextextended('invoice reminders', 0))");
  const recipients = announceAndListRecipients();
  await expect.poll(countBlockedQueries).toBe(1);
  await pool.query(`update public.invoices set ${change} where id = $1`, [id]);
  await administrator.query("commit");
  administrator.release();
  expect(await recipients).toEqual([]);
  expect(await listRemindedClients()).toEqual([]);
});

test("emails the new client of an invoice that was assigned to another client before", async () => {
  const wrongClient = await createTestClient({ pool });
  const rightClient = await createTestClient({ pool });
  const id = await addOverdueInvoice(wrongClient.id);
  expect(await announceAndListRecipients()).toEqual([wrongClient.email]);
  await pool.query("update public.invoices set client_id = null where id = $1", [id]);
  await pool.query("update public.invoices set client_id = $2 where id = $1", [id, rightClient.id]);
  const recipients = [wrongClient.email, rightClient.email];
  expect(await announceAndListRecipients()).toEqual(recipients);
  expect(await announceAndListRecipients()).toEqual(recipients);
  expect(await listRemindedClients()).toEqual([wrongClient.id, rightClient.id]);
});

test("sends each person one email per client about the invoices that become overdue together", async () => {
  const client = await createTestClient({ pool }, { company: "Contoso" });
  const other = await createTestClient({ pool });
  const { email } = await createMember({ pool }, client.id, "billing");
  await addOverdueInvoice(client.id, { number: "0041" });
  await addOverdueInvoice(client.id, { number: "0040", daysLate: 3 });
  await addOverdueInvoice(other.id);
  const emails = [
    `${client.email}: 2 invoices from ${brand.name} are overdue`,
    `${email}: 2 invoices from ${brand.name} are overdue`,
    `${other.email}: Invoice 0042 from ${brand.name} is overdue`,
  ].toSorted();
  expect((await announceTwiceAndListEmails()).toSorted()).toEqual(emails);
  expect(await listRemindedClients()).toHaveLength(3);
  const { rows } = await pool.query<{ body_text: string }>(
    "select body_text from private.email_outbox where recipient = $1",
    [email],
  );
  expect(rows[0]?.body_text).toMatch(
    /Amount due: \$2,400\.00\nTotal of 2 invoices to Contoso\n\nInvoice 0040: \$1,200\.00 · due .*, 3 days late\nInvoice 0041: /,
  );
  await addOverdueInvoice(client.id, { number: "0043" });
  expect((await announceTwiceAndListEmails()).toSorted()).toEqual(
    [
      ...emails,
      `${client.email}: Invoice 0043 from ${brand.name} is overdue`,
      `${email}: Invoice 0043 from ${brand.name} is overdue`,
    ].toSorted(),
  );
});

test("leaves out an invoice of which an administrator has reminded the client", async () => {
  const client = await createTestClient({ pool });
  const remindedId = await addOverdueInvoice(client.id, { number: "0041" });
  await addOverdueInvoice(client.id);
  await pool.query(
    "insert into public.invoice_reminders (invoice_id, client_id, sent_on, amount_cents) values ($1, $2, current_date, 1)",
    [remindedId, client.id],
  );
  expect(await announceTwiceAndListEmails()).toEqual([
    `${client.email}: Invoice 0042 from ${brand.name} is overdue`,
  ]);
});

test("sends the email once if a run fails before it has queued all emails", async () => {
  const client = await createTestClient({ pool });
  await createMember({ pool }, client.id, "billing");
  await addOverdueInvoice(client.id, { number: "0041" });
  await addOverdueInvoice(client.id);
  await pool.query(
    `alter table private.email_outbox add constraint no_member check (recipient = '${client.email}')`,
  );
  await expect(announce({})).rejects.toThrow("no_member");
  expect(await listRemindedClients()).toEqual([]);
  await pool.query("alter table private.email_outbox drop constraint no_member");
  expect(await announceTwiceAndListEmails()).toHaveLength(2);
});
