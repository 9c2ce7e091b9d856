import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dollars, sumCents } from "#domain/money/money.ts";
import { netAmount, type PaymentWithFee, sumPayments } from "./payment-totals.ts";

const payment: PaymentWithFee = {
  kind: "payment",
  status: "completed",
  amount: dollars(1000),
  tip_amount: dollars(50),
  fee: dollars("30.75"),
};
const refund: PaymentWithFee = {
  kind: "refund",
  status: "completed",
  amount: dollars(200),
  tip_amount: dollars(10),
  fee: dollars("-5.80"),
};

describe("the net amount", () => {
  test("of a payment is its amount with the tip, minus the fee", () => {
    expect(netAmount(payment)).toBe(101_925);
  });

  test("of a refund is negative, and a returned fee reduces the loss", () => {
    expect(netAmount(refund)).toBe(-20_420);
  });

  test("treats an unknown fee as 0", () => {
    expect(netAmount({ ...payment, fee: null })).toBe(105_000);
  });

  test.each(["pending", "failed", "cancelled"] as const)("of a %s payment is 0", (status) => {
    expect(netAmount({ ...payment, status })).toBe(0);
  });
});

describe("the totals", () => {
  test("are zero without payments", () => {
    expect(sumPayments([])).toEqual({
      paidCents: 0,
      tipCents: 0,
      refundedCents: 0,
      feeCents: 0,
      netCents: 0,
    });
  });

  test("separate payments, tips, refunds with their tips, and fees", () => {
    expect(sumPayments([payment, refund, { ...payment, status: "failed" }])).toEqual({
      paidCents: 100_000,
      tipCents: 5000,
      refundedCents: 21_000,
      feeCents: 2495,
      netCents: 81_505,
    });
  });

  test("include a net total that is the sum of the net amounts", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map((value) => dollars(value / 100));
    const row: fc.Arbitrary<PaymentWithFee> = fc.record({
      kind: fc.constantFrom("payment", "refund"),
      status: fc.constantFrom("pending", "completed", "failed", "cancelled"),
      amount,
      tip_amount: amount,
      fee: fc.option(amount),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(sumPayments(rows).netCents).toBe(sumCents(rows.map(netAmount)));
      }),
    );
  });
});
