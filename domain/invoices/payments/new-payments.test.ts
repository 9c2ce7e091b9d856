import { describe, expect, test } from "vitest";
import { dollars } from "#domain/money/money.ts";
import { listNewPayments, type PayableInvoice } from "./new-payments.ts";

function buildInvoice(columns: Partial<PayableInvoice> = {}): PayableInvoice {
  return {
    ...{ id: "a", invoice_number: "0000196", status: "pending", square_status: "UNPAID" },
    ...{ amount: dollars(9200), total_paid_amount: dollars(0), refunded_amount: dollars(0) },
    ...{ is_processing: false, processing_amount: dollars(0) },
    ...columns,
  };
}

const describeChange = (before: Partial<PayableInvoice>, after: Partial<PayableInvoice>) =>
  listNewPayments([buildInvoice(before)], [buildInvoice(after)]).get("a");

describe("a new payment", () => {
  test("that pays the invoice", () => {
    expect(describeChange({}, { status: "paid", total_paid_amount: dollars(9200) })).toBe(
      "We received your payment of $9,200.00. Invoice 0000196 is paid.",
    );
  });

  test("that leaves something to pay", () => {
    expect(describeChange({ total_paid_amount: dollars(100) }, { total_paid_amount: dollars(100.01) })).toBe(
      "We received your payment of $0.01. Invoice 0000196 has $9,099.99 left to pay.",
    );
  });

  test("that is processing, with and without a known amount", () => {
    expect(describeChange({}, { is_processing: true, processing_amount: dollars(9200) })).toBe(
      "Invoice 0000196: A payment of $9,200.00 is processing.",
    );
    expect(describeChange({}, { is_processing: true })).toBe("Invoice 0000196: A payment is processing.");
  });

  test("that was processing and has arrived", () => {
    const processing = { is_processing: true, processing_amount: dollars(9200) };
    expect(describeChange(processing, { status: "paid", total_paid_amount: dollars(9200) })).toBe(
      "We received your payment of $9,200.00. Invoice 0000196 is paid.",
    );
  });
});

test.each([
  ["nothing changed", {}, {}],
  ["it was processing before", { is_processing: true }, { is_processing: true }],
  ["a payment was refunded", { status: "paid" }, { status: "paid", refunded_amount: dollars(9200) }],
  ["it was canceled", {}, { status: "cancelled" }],
] as const)("reports no payment if %s", (_, before, after) => {
  expect(describeChange(before, after)).toBeUndefined();
});

test("reports no payment for a new invoice", () => {
  expect(listNewPayments([], [buildInvoice({ status: "paid" })]).size).toBe(0);
});
