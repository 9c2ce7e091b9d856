import fc from "fast-check";
import type { Square } from "square";
import { describe, expect, test } from "vitest";
import { type Cents, cents } from "#domain/money/money.ts";
import {
  buildInvoicePayment,
  buildPaymentRecord,
  buildRefundRecord,
} from "#tests/support/square/payment-records.ts";
import {
  getObjectVersions,
  getPaymentIds,
  getRefundedShare,
  type InvoicePayment,
  mapInvoicePayments,
  mapPayment,
  mapRefund,
  toMilliseconds,
} from "./invoice-payments.ts";
import { getPaidAmount, getRefundedAmount, sumCompletedPayments } from "./paid-amount.ts";

const usd = (amount: number): Square.Money => ({ amount: BigInt(amount), currency: "USD" });
const UPDATED_AT = "2026-01-10T12:00:00Z";

const createPayment = (
  amount: number,
  refunds: [cents: number, status: string][] = [],
  isCompleted = true,
): InvoicePayment => {
  return buildInvoicePayment(
    buildPaymentRecord(amount, {
      status: isCompleted ? "COMPLETED" : "APPROVED",
      refunds: refunds.map(([refunded, status], index) =>
        buildRefundRecord(refunded, { id: `R${index}`, status, updatedAt: 2 }),
      ),
      updatedAt: 1,
    }),
  );
};
const createScheduleEntry = (completedCents: Cents) => ({
  kind: "balance" as const,
  percentage: null,
  dueDate: null,
  computedCents: cents(10_000),
  completedCents,
});

describe("a payment", () => {
  test("is mapped with its amount excluding the tip, its refund ids and its last change", () => {
    const payment: Square.Payment = {
      id: "P1",
      status: "COMPLETED",
      amountMoney: usd(10_000),
      tipMoney: usd(1_500),
      totalMoney: usd(11_500),
      refundIds: ["R1"],
      updatedAt: UPDATED_AT,
    };
    expect(mapPayment(payment)).toMatchObject({
      id: "P1",
      status: "COMPLETED",
      cents: 10_000,
      tipCents: 1500,
      refundIds: ["R1"],
      refunds: [],
      updatedAt: Date.parse(UPDATED_AT),
    });
  });

  test.each<[string, Square.Payment]>([
    ["without an id", { amountMoney: usd(100) }],
    ["without an amount", { id: "P1" }],
    ["in another currency", { id: "P1", amountMoney: { amount: 100n, currency: "CAD" } }],
  ])("%s is skipped", (_, payment) => {
    expect(mapPayment(payment)).toBeNull();
  });

  test("is taken from its tender, minus the tip, if Square did not return it", () => {
    const order: Square.Order = {
      locationId: "L1",
      tenders: [{ id: "T1", type: "CARD", amountMoney: usd(11_500), tipMoney: usd(1_500) }],
    };
    expect(mapInvoicePayments(order, new Map())).toMatchObject([
      { id: "T1", cents: 10_000, isCompleted: true },
    ]);
  });

  test.each<[string, Partial<Square.Tender>]>([
    ["a pending bank transfer", { type: "BANK_ACCOUNT", bankAccountDetails: { status: "PENDING" } }],
    ["an authorized card", { cardDetails: { status: "AUTHORIZED" } }],
    ["a voided card payment", { cardDetails: { status: "VOIDED" } }],
  ])("is incomplete for %s", (_, details) => {
    const tender: Square.Tender = { id: "T1", type: "CARD", amountMoney: usd(100), ...details };
    expect(mapInvoicePayments({ locationId: "L1", tenders: [tender] }, new Map())).toMatchObject([
      { isCompleted: false },
    ]);
  });

  test("is identified by its payment id, which may differ from the tender's id", () => {
    const tenders: Square.Tender[] = [
      { id: "T1", type: "CARD", paymentId: "P1" },
      { id: "T2", type: "CARD" },
      { type: "CARD" },
    ];
    expect(getPaymentIds({ locationId: "L1", tenders })).toEqual(["P1", "T2"]);
    expect(getPaymentIds(undefined)).toEqual([]);
  });
});

describe("a refund", () => {
  test("keeps its status and payment id", () => {
    const refund: Square.PaymentRefund = {
      id: "R1",
      paymentId: "P1",
      status: "PENDING",
      amountMoney: usd(300),
      updatedAt: UPDATED_AT,
    };
    expect(mapRefund(refund)).toMatchObject({ id: "R1", paymentId: "P1", status: "PENDING", cents: 300 });
    expect(mapRefund({ id: "R1", amountMoney: usd(300) })).toBeNull();
    expect(mapRefund({ ...refund, amountMoney: { amount: 300n, currency: "CAD" } })).toBeNull();
  });

  test.each([
    ["COMPLETED", 300],
    ["PENDING", 0],
    ["REJECTED", 0],
    ["FAILED", 0],
    ["", 0],
  ])("with status “%s” reduces the payment's invoice share by %i cents", (status, refunded) => {
    expect(getRefundedShare(createPayment(10_000, [[300, status]]), ["COMPLETED"])).toBe(refunded);
  });

  test("that exceeds the payment's invoice share also refunds the tip", () => {
    const payment = createPayment(10_000, [
      [8_000, "COMPLETED"],
      [3_500, "COMPLETED"],
    ]);
    expect(getRefundedShare(payment, ["COMPLETED"])).toBe(10_000);
  });
});

describe("the paid amount", () => {
  const schedule = [createScheduleEntry(cents(4_000)), createScheduleEntry(cents(6_000))];
  const refundedPayments = [createPayment(10_000, [[2_500, "COMPLETED"]])];

  test.each([
    ["pending", 10_000],
    ["overdue", 10_000],
    ["paid", 7_500],
    ["cancelled", 7_500],
  ] as const)("of a %s invoice with a refund of $25.00 is %i cents", (status, amount) => {
    const refundedCents = getRefundedAmount(schedule, refundedPayments, {
      squareStatus: "PARTIALLY_REFUNDED",
      amountCents: cents(10_000),
    });
    expect(getPaidAmount(schedule, refundedPayments, { status, refundedCents })).toBe(amount);
  });

  test.each<[string, refundCents: number[], refunded: number, paid: number]>([
    ["the second payment", [10_000, 0], 0, 10_000],
    ["part of the second payment", [4_000, 0], 0, 10_000],
    ["more than the second payment", [10_000, 3_000], 3_000, 7_000],
  ])("of an invoice that was paid twice includes a refund of %s only beyond it", (_, refunds, refunded, paid) => {
    const payments = refunds.map((amount) => createPayment(10_000, [[amount, "COMPLETED"]]));
    const options = { squareStatus: "PARTIALLY_REFUNDED", amountCents: cents(10_000) };
    const refundedCents = getRefundedAmount(schedule, payments, options);
    expect(refundedCents).toBe(refunded);
    expect(getPaidAmount(schedule, payments, { status: "paid", refundedCents })).toBe(paid);
  });

  test("without a schedule is the sum of the completed payments", () => {
    const payments = [createPayment(4_000), createPayment(3_000), createPayment(2_000, [], false)];
    expect(getPaidAmount([], payments, { status: "pending", refundedCents: cents(0) })).toBe(7_000);
    expect(sumCompletedPayments(payments)).toBe(7_000);
  });

  test("is never negative and never exceeds the completed amount, for any payments and refunds", () => {
    const amountArbitrary = fc.nat(1_000_000);
    const refundArbitrary = fc.tuple(amountArbitrary, fc.constantFrom("COMPLETED", "PENDING", "FAILED"));
    const paymentsArbitrary = fc.array(
      fc.tuple(amountArbitrary, fc.array(refundArbitrary, { maxLength: 4 }), fc.boolean()),
      {
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(
        paymentsArbitrary,
        amountArbitrary,
        fc.constantFrom("paid", "pending", "cancelled"),
        (list, completed, status) => {
          const payments = list.map((options) => createPayment(...options));
          const schedule = [createScheduleEntry(cents(completed))];
          const refundedCents = getRefundedAmount(schedule, payments, {
            squareStatus: "PAID",
            amountCents: cents(10_000),
          });
          const paid = getPaidAmount(schedule, payments, { status, refundedCents });
          expect(paid).toBeGreaterThanOrEqual(0);
          expect(paid).toBeLessThanOrEqual(completed);
        },
      ),
    );
  });
});

test("collects the versions of an invoice's order, payments and refunds", () => {
  const payments = [
    createPayment(100, [[50, "COMPLETED"]]),
    { ...createPayment(100), id: "P2", record: undefined },
  ];
  expect(getObjectVersions({ id: "O1", locationId: "L1", version: 7 }, payments)).toEqual({
    O1: 7,
    P1: 1,
    R0: 2,
    P2: 0,
  });
  const lackingRefund = createPayment(100, [[50, "COMPLETED"]]);
  lackingRefund.record?.refundIds.push("R9");
  expect(getObjectVersions(undefined, [lackingRefund])).toMatchObject({ R0: 2, R9: 0 });
  expect(getObjectVersions(undefined, [])).toEqual({});
});

test("treats a missing or invalid time as 0", () => {
  expect([undefined, null, "", "soon"].map(toMilliseconds)).toEqual([0, 0, 0, 0]);
});
