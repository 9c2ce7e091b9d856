import { describe, expect, test } from "vitest";
import { calendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { dollars } from "#domain/money/money.ts";
import {
  amountCollectedTogether,
  amountDueNow,
  describeDuePayments,
  type InvoiceWithPayments,
  partlyOverdueNote,
  splitDuePayments,
  sumOverdue,
} from "./due-payments.ts";

const TODAY = calendarDate("2026-03-10");

type Payment = readonly [due: string | null, amount: number | null, paid?: number];

/** Amounts are in cents. `next` is Square's next payment. */
function buildInvoice(
  status: InvoiceWithPayments["status"],
  payments: readonly Payment[],
  next: { cents: number | null; due: string | null },
): InvoiceWithPayments {
  return {
    status,
    square_status: "UNPAID",
    amount: dollars(100),
    total_paid_amount: dollars(0),
    due_date: calendarDate("2026-06-30"),
    next_payment_amount: next.cents === null ? null : dollars(next.cents / 100),
    next_payment_due_date: parseCalendarDate(next.due),
    payment_schedule: payments.map(([due_date, amount, paid = 0]) => ({
      request_type: "INSTALLMENT",
      due_date,
      computed_amount_money: { amount },
      total_completed_amount_money: { amount: paid },
    })),
  };
}

describe("an overdue invoice", () => {
  const installments = [
    ["2026-02-01", 3_000, 1_000],
    ["2026-03-09", 2_500],
    ["2026-03-10", 2_500],
    ["2026-04-01", 2_000],
  ] as const;

  test.each([
    ["the next payment includes one that is not late", 7_000],
    ["the next payment includes only late ones", 4_500],
  ])("is split into late payments and the one after them when %s", (_case, nextCents) => {
    const invoice = buildInvoice("overdue", installments, { cents: nextCents, due: "2026-02-01" });
    expect(splitDuePayments(invoice, TODAY)).toEqual({
      overdueCents: 4_500,
      next: { cents: 2_500, dueDate: "2026-03-10" },
    });
    expect(amountDueNow(invoice, TODAY)).toBe(4_500);
  });

  test.each([
    [7_000, { overdue: "Installments 1 and 2", next: "Installment 3" }],
    [4_500, { overdue: "Installments 1 and 2", next: "Installment 3" }],
    [1_234, { overdue: "", next: "" }],
  ])("names its late payments and the one after them if the schedule adds up to %i", (nextCents, expected) => {
    const invoice = buildInvoice("overdue", installments, { cents: nextCents, due: "2026-02-01" });
    expect(describeDuePayments(invoice, TODAY)).toEqual(expected);
  });

  test("includes the payment that makes it overdue, even if it is still the due date for the reader", () => {
    const invoice = buildInvoice("overdue", installments.slice(2), { cents: 2_500, due: "2026-03-10" });
    expect(splitDuePayments(invoice, TODAY)).toEqual({
      overdueCents: 2_500,
      next: { cents: 2_000, dueDate: "2026-04-01" },
    });
  });

  test.each<[string, readonly Payment[], number | null, number]>([
    ["the schedule does not add up to the next payment", installments, 6_999, 6_999],
    ["the schedule is empty", [], 3_000, 3_000],
    ["the next payment is unknown", [], null, 10_000],
    ["no payment has a due date", [[null, 10_000]], 10_000, 10_000],
  ])("is overdue with its next payment when %s", (_case, payments, nextCents, expected) => {
    const invoice = buildInvoice("overdue", payments, { cents: nextCents, due: "2026-02-01" });
    expect(splitDuePayments(invoice, TODAY)).toEqual({ overdueCents: expected, next: null });
    expect(amountDueNow(invoice, TODAY)).toBe(expected);
  });
});

test("the overdue amount of several invoices includes only late payments", () => {
  const partlyOverdue = buildInvoice(
    "overdue",
    [
      ["2026-03-01", 2_500],
      ["2026-04-01", 7_500],
    ],
    { cents: 2_500, due: "2026-03-01" },
  );
  const fullyOverdue = buildInvoice("overdue", [["2026-03-01", 10_000]], {
    cents: 10_000,
    due: "2026-03-01",
  });
  const pending = buildInvoice("pending", [["2026-04-01", 10_000]], { cents: 10_000, due: "2026-04-01" });
  const invoices = [partlyOverdue, fullyOverdue, pending];
  expect(sumOverdue(invoices, TODAY)).toBe(12_500);
  expect(invoices.map((invoice) => amountCollectedTogether(invoice, TODAY))).toEqual([10_000, null, null]);
  expect(invoices.map((invoice) => partlyOverdueNote(invoice, TODAY))).toEqual([
    "$25.00 due now",
    null,
    null,
  ]);
});

describe("an invoice that is not overdue", () => {
  test("has only a next payment", () => {
    const invoice = buildInvoice("pending", [["2026-03-15", 2_500]], { cents: 2_500, due: "2026-03-15" });
    expect(splitDuePayments(invoice, TODAY)).toEqual({
      overdueCents: 0,
      next: { cents: 2_500, dueDate: "2026-03-15" },
    });
    expect(amountDueNow(invoice, TODAY)).toBe(2_500);
  });

  test.each(["paid", "cancelled"] as const)("owes nothing when it is %s", (status) => {
    const invoice = buildInvoice(status, [["2026-03-15", 2_500]], { cents: 2_500, due: "2026-03-15" });
    expect(splitDuePayments(invoice, TODAY)).toEqual({ overdueCents: 0, next: null });
    expect(amountDueNow(invoice, TODAY)).toBe(0);
  });
});

test.each([
  ["pending", [["2026-04-01", 2_000]], ""],
  [
    "pending",
    [
      ["2026-04-01", 2_000],
      ["2026-05-01", 3_000],
    ],
    "Installment 1",
  ],
  [
    "pending",
    [
      ["2026-04-01", 2_000, 2_000],
      ["2026-05-01", 2_000],
    ],
    "Installment 2",
  ],
  [
    "paid",
    [
      ["2026-04-01", 2_000, 2_000],
      ["2026-05-01", 2_000, 2_000],
    ],
    "",
  ],
] satisfies [
  InvoiceWithPayments["status"],
  Payment[],
  string,
][])("an invoice that is %s names its next payment only if it has several", (status, payments, next) => {
  const invoice = buildInvoice(status, payments, { cents: 2_000, due: "2026-04-01" });
  expect(describeDuePayments(invoice, TODAY)).toEqual({ overdue: "", next });
});
