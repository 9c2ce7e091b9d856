import { beforeEach, expect, test } from "vitest";
import { type AnnouncingJob, createAnnouncingJob, PORTAL_URL } from "#tests/support/email/announcing-job.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertInvoice } from "#tests/support/records/invoice.ts";
import { buildPayment } from "#tests/support/records/invoice-payments.ts";
import { createAnnouncePaymentsJob } from "./announce-payments.ts";

let job: AnnouncingJob;
let invoiceId: string;

beforeEach(async () => {
  job = await createAnnouncingJob(createAnnouncePaymentsJob);
  const invoice = await insertInvoice(job.database, {
    client_id: job.client.id,
    invoice_number: "0042",
    amount: 1200,
    status: "pending",
    total_paid_amount: 300,
    square_merchant_id: "M1",
  });
  invoiceId = invoice.id;
});

const addPayment = (overrides: Parameters<typeof buildPayment>[1] = {}) =>
  insertRow(
    job.database,
    "invoice_payments",
    buildPayment(invoiceId, {
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      ...overrides,
    }),
  );
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

test("emails one receipt per payment, with the remaining balance", async () => {
  await addPayment({ receipt_number: "k2Ld" });
  const emails = await job.runAndListEmails();
  expect(emails).toMatchObject([{ kind: "payment-received", recipient: job.client.email }]);
  expect(emails[0]?.subject).toMatch(/^Receipt from .+: \$300\.00 for invoice /);
  expect(emails[0]?.body_text).toMatch(
    /^Hi Ada,\n\nThanks for your payment\.\n\nAmount: \$300\.00\n[\s\S]*Balance: \$900\.00\n/,
  );
  expect(emails[0]?.body_text).toContain(
    "Paid with: Visa ending in 4242\nInvoice: 0042\nReceipt: k2Ld\nBalance: $900.00",
  );
  expect(emails[0]?.body_text).toContain(`${PORTAL_URL}?section=billing&invoice=${invoiceId}`);
});

test("reports that the invoice is paid in full after the last payment", async () => {
  await job.database.pool.query("update public.invoices set status = 'paid', total_paid_amount = amount");
  await addPayment();
  expect((await job.runAndListEmails())[0]?.body_text).toContain("The invoice is paid in full.");
});

test("does not call a cancelled invoice paid in full", async () => {
  await job.database.pool.query("update public.invoices set status = 'cancelled'");
  await addPayment();
  const [email] = await job.runAndListEmails();
  expect(email?.body_text).toContain("Thanks for your payment. Nothing is left to pay.");
  expect(email?.body_text).toContain("Balance: $0.00");
});

test("dates a payment in the time zone of its invoice", async () => {
  await job.database.pool.query("update public.invoices set time_zone = 'Pacific/Auckland'");
  const created = new Date(Date.now() - 24 * 3_600_000);
  created.setUTCHours(23, 30);
  await addPayment({ created_at: created.toISOString() });
  const paidOn = created.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "Pacific/Auckland" });
  expect((await job.runAndListEmails())[0]?.body_text).toContain(`Paid on: ${paidOn}`);
});

test("emails a receipt for a bank transfer when it is completed", async () => {
  await addPayment({ status: "pending", created_at: daysAgo(4) });
  expect(await job.runAndListEmails()).toEqual([]);
  await job.database.pool.query("update public.invoice_payments set status = 'completed'");
  expect(await job.runAndListEmails()).toHaveLength(1);
});

test.each<[string, Parameters<typeof buildPayment>[1]]>([
  ["a refund", { kind: "refund", square_payment_id: "other" }],
  ["a failed payment", { status: "failed" }],
  ["a payment completed long ago", { created_at: daysAgo(3), updated_at: daysAgo(3) }],
  ["an old payment that a refund has changed", { created_at: daysAgo(11) }],
  ["a payment from before the first sync", { created_at: daysAgo(400) }],
])("does not announce %s", async (_, overrides) => {
  await addPayment(overrides);
  expect(await job.runAndListEmails()).toEqual([]);
});

test("emails a receipt 10 minutes after an administrator assigned the invoice", async () => {
  await addPayment();
  await job.database.pool.query(
    "update public.invoices set client_assigned_at = now() - interval '9 minutes'",
  );
  expect(await job.runAndListEmails()).toEqual([]);
  await job.database.pool.query(
    "update public.invoices set client_assigned_at = now() - interval '10 minutes'",
  );
  expect(await job.runAndListEmails()).toHaveLength(1);
});

test("does not email a suspended client, or one that turned receipts off", async () => {
  await addPayment();
  await job.setPreference("receipts", false);
  expect(await job.runAndListEmails()).toEqual([]);
  // Turning them on again does not send the receipts that were skipped.
  await job.setPreference("receipts", true);
  expect(await job.runAndListEmails()).toEqual([]);
  await job.database.pool.query("update public.clients set status = 'suspended'");
  await addPayment({ square_id: "next" });
  expect(await job.runAndListEmails()).toEqual([]);
});

test("sends one receipt when several processes run the job concurrently", async () => {
  await addPayment();
  await Promise.all([job.run({}), job.run({}), job.run({})]);
  expect(await job.runAndListEmails()).toHaveLength(1);
});
