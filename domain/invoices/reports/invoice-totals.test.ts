import { expect, test } from "vitest";
import { dollars } from "#domain/money/money.ts";
import { invoiceTotals, type TotaledInvoice } from "./invoice-totals.ts";

const invoice: TotaledInvoice = {
  status: "overdue",
  square_status: "PARTIALLY_PAID",
  amount: dollars(1000),
  total_paid_amount: dollars(400),
  refunded_amount: dollars(100),
  discount_amount: dollars(50),
  tax_amount: dollars("80.25"),
  service_charge_amount: dollars(20),
  tip_amount: dollars(15),
};

test("the subtotal is the total before discounts, taxes and service charges", () => {
  expect(invoiceTotals(invoice)).toMatchObject({
    subtotalCents: 94_975,
    discountCents: 5000,
    taxCents: 8025,
    serviceChargeCents: 2000,
    totalCents: 100_000,
    tipCents: 1500,
  });
});

test("a refund of an open invoice reduces the amount paid, but does not increase the amount owed", () => {
  expect(invoiceTotals(invoice)).toMatchObject({
    receivedCents: 40_000,
    refundedCents: 10_000,
    paidCents: 30_000,
    owedCents: 60_000,
  });
});

test("a refunded invoice shows what was received before the refund", () => {
  const refunded = {
    ...invoice,
    status: "cancelled" as const,
    total_paid_amount: dollars(0),
    refunded_amount: dollars(1000),
  };
  expect(invoiceTotals(refunded)).toMatchObject({
    receivedCents: 100_000,
    refundedCents: 100_000,
    paidCents: 0,
    owedCents: 0,
  });
});

test("without discounts, taxes and service charges, the subtotal is the total", () => {
  const zero = dollars(0);
  const plain = { ...invoice, discount_amount: zero, tax_amount: zero, service_charge_amount: zero };
  expect(invoiceTotals(plain).subtotalCents).toBe(100_000);
});
