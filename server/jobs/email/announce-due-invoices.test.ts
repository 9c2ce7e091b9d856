import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { type AnnouncingJob, createAnnouncingJob } from "#tests/support/email/announcing-job.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertInvoice } from "#tests/support/records/invoice.ts";
import { announceDueInvoices } from "./announce-due-invoices.ts";

let job: AnnouncingJob;
beforeEach(async () => {
  job = await createAnnouncingJob((services) => () => announceDueInvoices(services));
});

/** Adds an invoice that was announced 10 days ago and whose next payment is due in the given number of days. */
async function addInvoice(dueInDays: number, assignments = "description = description"): Promise<void> {
  const { id } = await insertInvoice(job.database, {
    client_id: job.client.id,
    invoice_number: "0042",
    amount: 1200,
    status: "pending",
    square_merchant_id: "M1",
    square_payment_url: "https://squareup.com/pay-invoice/1",
  });
  await job.database.pool.query(
    `update public.invoices set payable_since = now() - interval '10 days', due_date = current_date + $2::integer
      where id = $1`,
    [id, dueInDays],
  );
  await job.database.pool.query(`update public.invoices set ${assignments} where id = $1`, [id]);
}

test.each([
  [4, 0],
  [3, 1],
  [1, 1],
  [0, 0],
  [-1, 0],
])("emails about a payment due in %i days %i times", async (days, count) => {
  await addInvoice(days);
  expect(await job.runAndListEmails()).toHaveLength(count);
});

test("names the amount and the date of the next payment", async () => {
  await addInvoice(
    40,
    "next_payment_due_date = current_date + 3, next_payment_amount = 400, total_paid_amount = 200",
  );
  const { rows } = await job.database.pool.query<{ due: string }>(
    "select to_char(current_date + 3, 'Mon FMDD, YYYY') as due",
  );
  const [email] = await job.runAndListEmails();
  expect(email).toMatchObject({ kind: "invoice-due-soon", recipient: job.client.email });
  expect(email?.subject).toBe(`Reminder: invoice 0042 from ${brand.name} is due ${rows[0]?.due}`);
  expect(email?.body_text).toContain(`\nDue: ${rows[0]?.due}\n`);
  expect(email?.body_text).toContain(
    `Amount due: $400.00\nInvoice total $1,200.00 · $200.00 paid · $600.00 remaining after this payment\n`,
  );
  expect(email?.body_text).toContain(
    "Choose which emails you receive:\nhttps://firm.example/client-portal?section=settings#emails",
  );
});

test("links each of several invoices to its page", async () => {
  await addInvoice(3);
  await addInvoice(2, "invoice_number = '0041'");
  await job.run({});
  const { rows } = await job.database.pool.query<{ id: string }>(
    "select id from public.invoices order by invoice_number",
  );
  const { rows: emails } = await job.database.pool.query("select body_blocks from private.email_outbox");
  const [list] = emails[0].body_blocks.filter(({ type }: { type: string }) => type === "amounts");
  expect(list.rows.map(({ url }: { url: string }) => url)).toEqual(
    rows.map(({ id }) => `https://firm.example/client-portal?section=billing&invoice=${id}`),
  );
});

test("sends each person one email about payments that are due soon", async () => {
  await createMember(job.database, job.client.id, "billing");
  await addInvoice(3);
  await addInvoice(2, "invoice_number = '0041', amount = 300");
  const emails = await job.runAndListEmails();
  expect(emails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => `Reminder: 2 invoices from ${brand.name} are due soon`),
  );
  expect(emails[0]?.body_text).toMatch(
    /The first of these payments is due \w{3} \d+, \d{4}\.\n\nAmount due: \$1,500\.00\nTotal of 2 invoices to Contoso\n\nInvoice 0041: \$300\.00 · due .*\nInvoice 0042: \$1,200\.00 · due /,
  );
  expect(emails[0]?.body_text).toContain(
    "Choose which emails you receive:\nhttps://firm.example/client-portal?section=settings#emails",
  );
  await addInvoice(3, "invoice_number = '0043'");
  expect(await job.runAndListEmails()).toHaveLength(4);
});

test("emails again about the next installment", async () => {
  await addInvoice(2);
  await job.run({});
  await job.database.pool.query("update public.invoices set due_date = current_date + 3");
  expect(await job.runAndListEmails()).toHaveLength(2);
});

test.each([
  ["paid", "status = 'paid', total_paid_amount = amount"],
  ["being paid", "square_status = 'PAYMENT_PENDING'"],
  ["scheduled for later", "square_status = 'SCHEDULED'"],
  ["not payable", "square_payment_url = null"],
  ["announced less than 3 days ago", "payable_since = now() - interval '2 days'"],
  ["assigned less than 10 minutes ago", "client_assigned_at = now() - interval '9 minutes'"],
])("does not remind of an invoice that is %s", async (_, assignments) => {
  await addInvoice(3, assignments);
  expect(await job.runAndListEmails()).toEqual([]);
});

test.each([
  [
    "the last sync is old",
    "update private.provider_connections set last_synced_at = now() - interval '8 hours'",
  ],
  ["overdue emails are turned off", "update public.email_settings set overdue_since = null"],
  ["the client turned reminders off", "update public.email_preferences set payment_reminders = false"],
])("does not remind if %s", async (_, change) => {
  await addInvoice(3);
  await job.database.pool.query(change);
  expect(await job.runAndListEmails()).toEqual([]);
});
