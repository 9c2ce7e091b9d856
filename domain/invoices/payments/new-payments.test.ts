import { describe, expect, test } from "vitest";
import { dollars } from "#domain/money/money.ts";
import { describeNewPayments, type PayableInvoice } from "./new-payments.ts";

function buildInvoice(columns: Partial<PayableInvoice> = {}): PayableInvoice {
  return {
    ...{ id: "a", invoice_number: "0000196", status: "pending", square_status: "UNPAID" },
    ...{ amount: dollars(9200), total_paid_amount: dollars(0), refunded_amount: dollars(0) },
    ...{ is_processing: false, processing_amount: dollars(0) },
    ...columns,
  };
}

const describeChange = (before: Partial<PayableInvoice>, after: Partial<PayableInvoice>) =>
  describeNewPayments([buildInvoice(before)], [buildInvoice(after)]).get("a");

describe("a new payment", () => {
  test("reports a payment that settles the invoice", () => {
    expect(describeChange({}, { status: "paid", total_paid_amount: dollars(9200) })).toBe(
      "We received your payment of $9,200.00. Invoice 0000196 is paid.",
    );
  });

  test("reports the remaining amount after a partial payment", () => {
    expect(describeChange({ total_paid_amount: dollars(100) }, { total_paid_amount: dollars(100.01) })).toBe(
      "We received your payment of $0.01. $9,099.99 remains on invoice 0000196.",
    );
  });

  test("reports a payment that is processing, with and without a known amount", () => {
    expect(describeChange({}, { is_processing: true, processing_amount: dollars(9200) })).toBe(
      "Your payment of $9,200.00 for invoice 0000196 is processing.",
    );
    expect(describeChange({}, { is_processing: true })).toBe(
      "Your payment for invoice 0000196 is processing.",
    );
  });

  test("reports a payment that was processing and has arrived", () => {
    const processing = { is_processing: true, processing_amount: dollars(9200) };
    expect(describeChange(processing, { status: "paid", total_paid_amount: dollars(9200) })).toBe(
      "We received your payment of $9,200.00. Invoice 0000196 is paid.",
    );
  });

  test.each([
    ["cancelled", "CANCELED"],
    ["pending", "SCHEDULED"],
  ] as const)("doesn't report an invoice as paid that is %s (%s)", (status, square_status) => {
    expect(describeChange({}, { status, square_status, total_paid_amount: dollars(300) })).toBe(
      "We received your payment of $300.00 for invoice 0000196.",
    );
  });

  test("omits the number of an invoice without one", () => {
    const describeUnnumbered = (after: Partial<PayableInvoice>) =>
      describeChange({ invoice_number: "" }, { invoice_number: "", ...after });
    expect(describeUnnumbered({ status: "paid" })).toBe(
      "We received your payment of $9,200.00. Your invoice is paid.",
    );
    expect(describeUnnumbered({ total_paid_amount: dollars(200) })).toBe(
      "We received your payment of $200.00. $9,000.00 remains on your invoice.",
    );
    expect(describeUnnumbered({ is_processing: true })).toBe("Your payment is processing.");
  });
});

test.each([
  ["nothing changed", {}, {}],
  ["it was processing before", { is_processing: true }, { is_processing: true }],
  ["a payment was refunded", { status: "paid" }, { status: "paid", refunded_amount: dollars(9200) }],
  ["it was canceled", {}, { status: "cancelled" }],
  ["the amount of a paid invoice was revised", { status: "paid" }, { status: "paid", amount: dollars(9500) }],
] as const)("reports no payment if %s", (_, before, after) => {
  expect(describeChange(before, after)).toBeUndefined();
});

test("reports no payment for a new invoice", () => {
  expect(describeNewPayments([], [buildInvoice({ status: "paid" })]).size).toBe(0);
});
