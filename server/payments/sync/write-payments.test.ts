import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import { createDatabase } from "#server/database/database.ts";
import { importInvoice } from "#server/payments/square/mapping/map-invoice.ts";
import { writePayments } from "#server/payments/sync/write-payments.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { buildPayment } from "#tests/support/records/invoice-payments.ts";
import { buildPaymentRecord } from "#tests/support/square/payment-records.ts";

const USD = (amount: number) => ({ amount: BigInt(amount), currency: "USD" as const });

/** Returns a paid invoice of a merchant, whose payment has a fee. */
function readPaidInvoice(merchantId: string, invoiceId: string) {
  const result = importInvoice({
    invoice: {
      id: invoiceId,
      version: 1,
      orderId: "O1",
      status: "PAID",
      updatedAt: "2026-01-10T12:00:00Z",
      paymentRequests: [
        {
          requestType: "BALANCE",
          computedAmountMoney: USD(300_00),
          totalCompletedAmountMoney: USD(300_00),
        },
      ],
    },
    order: { id: "O1", locationId: "L1", totalMoney: USD(300_00), tenders: [{ id: "P1", type: "CARD" }] },
    payments: new Map([["P1", buildPaymentRecord(300_00, { id: "P1", feeCents: cents(9_00) })]]),
    customer: undefined,
    locationTimeZone: undefined,
    merchantId,
    now: new Date("2026-02-01T12:00:00Z"),
    checkPaymentUrl: () => null,
  });
  if (result.kind !== "invoice") {
    throw new Error(JSON.stringify(result));
  }
  return result;
}

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
