import { expect, test } from "vitest";
import { parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import { cents } from "#domain/money/money.ts";
import {
  buildInvoicePayment,
  buildPaymentRecord,
  buildRefundRecord,
} from "#tests/support/square/payment-records.ts";
import { addRefundedAmounts } from "./payment-schedule.ts";

const usd = (amount: number) => ({ amount: cents(amount), currency: "USD" });

/** Two requests of 40 and 60 cents, and a payment of 100 cents with a refund. Returns the completed amounts. */
function addRefund(status: string, completed: [number, number], [amount, refundStatus]: [number, string]) {
  const entries = [40, 60].map((computed, index) => ({
    request_type: index === 0 ? "DEPOSIT" : "BALANCE",
    computed_amount_money: usd(computed),
    total_completed_amount_money: usd(completed[index] ?? 0),
  }));
  const refunds = [buildRefundRecord(amount, { id: "R1", status: refundStatus })];
  const payments = [buildInvoicePayment(buildPaymentRecord(100, { refunds }))];
  return parseSchedule(addRefundedAmounts(entries, payments, status)).map((entry) => entry.completedCents);
}

test.each<[string, Parameters<typeof addRefund>, [number, number]]>([
  ["does not subtract", ["PARTIALLY_REFUNDED", [40, 60], [30, "COMPLETED"]], [40, 60]],
  ["subtracts from the last request", ["PARTIALLY_REFUNDED", [40, 30], [30, "COMPLETED"]], [40, 60]],
  ["subtracts from both requests", ["PARTIALLY_REFUNDED", [10, 20], [70, "COMPLETED"]], [40, 60]],
  ["subtracts while the refund is pending", ["PARTIALLY_REFUNDED", [40, 30], [30, "PENDING"]], [40, 60]],
  ["subtracts completely", ["REFUNDED", [0, 0], [100, "COMPLETED"]], [40, 60]],
])("completed amounts include a refund that Square %s", (_, options, expected) => {
  expect(addRefund(...options)).toEqual(expected);
});

test.each<[string, Parameters<typeof addRefund>]>([
  ["the refund failed", ["PARTIALLY_REFUNDED", [40, 30], [30, "FAILED"]]],
  ["a payment is missing as well", ["PARTIALLY_REFUNDED", [40, 20], [30, "COMPLETED"]]],
  // The invoice was read before its payment was made.
  ["the invoice does not show the refund yet", ["UNPAID", [0, 0], [100, "COMPLETED"]]],
])("completed amounts stay unchanged if %s", (_, options) => {
  expect(addRefund(...options)).toEqual(options[1]);
});
