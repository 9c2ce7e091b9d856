import type { Square } from "square";
import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import {
  buildInvoicePayment,
  buildPaymentRecord,
  buildRefundRecord,
} from "#tests/support/square/payment-records.ts";
import { findContradiction } from "./contradictions.ts";

const NOW = new Date("2026-01-15T12:00:00Z");
const usd = (amount: number): Square.Money => ({ amount: BigInt(amount), currency: "USD" });

type Refund = { cents: number; status: string };
type Parts = {
  status?: Square.InvoiceStatus;
  requested?: number;
  completed?: number;
  payments?: {
    cents: number;
    tip?: number;
    isCompleted?: boolean;
    refunds?: Refund[];
    refundCount?: number;
  }[];
  order?: Partial<Square.Order> | null;
  updatedAt?: string;
};

function findContradictionIn({
  status = "UNPAID",
  requested = 100,
  completed = 0,
  payments = [],
  order = {},
  updatedAt = "2026-01-15T11:59:00Z",
}: Parts) {
  const invoicePayments = payments.map(
    ({ cents: amount, tip = 0, isCompleted = true, refunds = [], refundCount = refunds.length }, index) =>
      buildInvoicePayment(
        buildPaymentRecord(amount, {
          id: `P${index}`,
          status: isCompleted ? "COMPLETED" : "PENDING",
          tipCents: cents(tip),
          refundIds: Array.from({ length: refundCount }, (_, number) => `R${number}`),
          refunds: refunds.map((refund, number) =>
            buildRefundRecord(refund.cents, {
              id: `R${number}`,
              paymentId: `P${index}`,
              status: refund.status,
            }),
          ),
        }),
      ),
  );
  return findContradiction({
    invoice: { id: "inv:0-one", orderId: "O1", status, updatedAt },
    order:
      order === null
        ? undefined
        : {
            id: "O1",
            locationId: "L1",
            netAmountDueMoney: usd(requested - completed),
            tenders: invoicePayments.map(({ id }): Square.Tender => ({ id, type: "CARD" })),
            ...order,
          },
    payments: invoicePayments,
    schedule: [{ computedCents: requested, completedCents: completed } as never],
    now: NOW,
  });
}

const completed = (cents: number): Refund => ({ cents, status: "COMPLETED" });
const pending = (cents: number): Refund => ({ cents, status: "PENDING" });
const failed = (cents: number): Refund => ({ cents, status: "FAILED" });
const paid = (...refunds: Refund[]): Parts => ({ completed: 100, payments: [{ cents: 100, refunds }] });

test.each<[string, Parts]>([
  ["an unpaid invoice", {}],
  ["a partially paid invoice", { status: "PARTIALLY_PAID", completed: 40, payments: [{ cents: 40 }] }],
  ["a pending transfer", { status: "PAYMENT_PENDING", payments: [{ cents: 100, isCompleted: false }] }],
  ["a paid invoice", { status: "PAID", ...paid() }],
  ["a paid invoice without tenders", { status: "PAID", completed: 100 }],
  ["a paid invoice with a pending refund", { status: "PAID", ...paid(pending(100)) }],
  ["a paid invoice with a failed refund", { status: "PAID", ...paid(failed(100)) }],
  ["a partial refund", { status: "PARTIALLY_REFUNDED", ...paid(completed(30)) }],
  [
    "a refund of everything but the tip",
    {
      status: "PARTIALLY_REFUNDED",
      completed: 100,
      payments: [{ cents: 100, tip: 20, refunds: [completed(100)] }],
    },
  ],
  ["a pending partial refund", { status: "PARTIALLY_REFUNDED", ...paid(pending(30)) }],
  ["a full refund", { status: "REFUNDED", ...paid(completed(60), completed(40)) }],
  ["a pending full refund", { status: "REFUNDED", ...paid(pending(100)) }],
  ["a canceled invoice with a refund", { status: "CANCELED", ...paid(completed(30)) }],
])("accepts %s", (_, parts) => {
  expect(findContradictionIn(parts)).toBeNull();
});

test.each<[string, Parts]>([
  ["a paid invoice with a paid amount of 0", { status: "PAID" }],
  ["a missing order", { order: null }],
  [
    "an order that is older than the payment",
    { status: "PAID", ...paid(), order: { tenders: [], netAmountDueMoney: usd(100) } },
  ],
  ["an invoice that is older than its payment", { payments: [{ cents: 40 }] }],
  [
    "a payment that is older than its invoice",
    { status: "PAID", completed: 100, payments: [{ cents: 100, isCompleted: false }] },
  ],
  [
    "a refund that Square does not return yet",
    { status: "REFUNDED", completed: 100, payments: [{ cents: 100, refundCount: 1 }] },
  ],
  ["a paid invoice with a completed refund", { status: "PAID", ...paid(completed(100)) }],
  [
    "a partially paid invoice with a completed refund",
    { status: "PARTIALLY_PAID", completed: 40, payments: [{ cents: 40, refunds: [completed(10)] }] },
  ],
  ["a partially refunded invoice without a refund", { status: "PARTIALLY_REFUNDED", ...paid() }],
  [
    "a partially refunded invoice with a full refund",
    { status: "PARTIALLY_REFUNDED", ...paid(completed(100)) },
  ],
  ["a refunded invoice with a partial refund", { status: "REFUNDED", ...paid(completed(30)) }],
  ["a refunded invoice whose refund failed", { status: "REFUNDED", ...paid(failed(100)) }],
])("reports %s, which is recent until nothing has changed for 15 minutes", (_, parts) => {
  const reason = expect.any(String);
  expect(findContradictionIn(parts)).toEqual({ reason, isRecent: true });
  const oldParts = { ...parts, updatedAt: "2026-01-15T11:44:59Z" };
  expect(findContradictionIn(oldParts)).toEqual({ reason, isRecent: false });
});
