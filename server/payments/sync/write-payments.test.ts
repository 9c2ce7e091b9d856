import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { writePayments } from "#server/payments/sync/write-payments.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { buildPayment } from "#tests/support/records/invoice-payments.ts";
import { readPaidInvoice } from "#tests/support/square/read-paid-invoice.ts";

test.each([
  ["its merchant and invoice", "M1", "inv:0-one", ["9.00"]],
  ["another merchant", "M2", "inv:0-one", []],
  ["another invoice of the merchant", "M1", "inv:0-two", []],
])("writes a payment's fee if it is read from %s: %s, %s", async (_, merchantId, invoiceId, fees) => {
  const { pool } = await createTestDatabase();
  const square = { square_merchant_id: "M1", square_location_id: "L1" };
  const invoice = await insertInvoice({ pool }, buildInvoice({ square_invoice_id: "inv:0-one", ...square }));
  await insertInvoice({ pool }, buildInvoice({ square_invoice_id: "inv:0-two", ...square }));
  await insertRow({ pool }, "invoice_payments", buildPayment(invoice.id, { square_id: "P1" }));
  await createDatabase(pool).bypassPolicies({ reason: "write payments" }, (query) =>
    writePayments(query, [readPaidInvoice(merchantId, invoiceId)]),
  );
  const { rows } = await pool.query("select amount from public.invoice_payment_fees");
  expect(rows.map(({ amount }) => amount)).toEqual(fees);
});

test.each([
  ["inv:0-one"],
  ["inv:0-two"],
])("writes a payment that several invoices list only once, for the invoice that has it: %s", async (ownInvoiceId) => {
  const { pool } = await createTestDatabase();
  const ids = ["inv:0-one", "inv:0-two"];
  for (const id of ids) {
    const invoice = buildInvoice({
      square_invoice_id: id,
      square_merchant_id: "M1",
      square_location_id: "L1",
    });
    const { id: invoiceId } = await insertInvoice({ pool }, invoice);
    if (id === ownInvoiceId) {
      await insertRow({ pool }, "invoice_payments", buildPayment(invoiceId, { square_id: "P1" }));
    }
  }
  await createDatabase(pool).bypassPolicies({ reason: "write payments" }, (query) =>
    writePayments(
      query,
      ids.map((id) => readPaidInvoice("M1", id)),
    ),
  );
  const { rows } = await pool.query(
    `select invoice.square_invoice_id as invoice, payment.amount
         from public.invoice_payments as payment join public.invoices as invoice on invoice.id = payment.invoice_id`,
  );
  expect(rows).toEqual([{ invoice: ownInvoiceId, amount: "300.00" }]);
});
