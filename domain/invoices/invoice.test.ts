import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amountOwed,
  amountPaid,
  amountReceived,
  type BadgedInvoice,
  balanceDue,
  countOverdue,
  countPending,
  INVOICE_STATUSES,
  type InvoiceStatus,
  invoiceBadges,
  invoicePayAction,
  invoiceStatusBadge,
  isOpen,
  isPartiallyPaid,
  isUnpaid,
  partiallyPaidNote,
} from "#domain/invoices/invoice.ts";
import { dollars, toCents } from "#domain/money/money.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";
import { INVOICE_CASES } from "./test-support/invoice-cases.ts";

const buildInvoice = (
  status: InvoiceStatus,
  amount: number | string,
  paid: number | string = 0,
  square_status: string | null = null,
) => ({
  status,
  square_status,
  amount: dollars(amount),
  total_paid_amount: dollars(paid),
  refunded_amount: dollars(0),
});

describe("amount owed", () => {
  test.each([
    ["pending", "10.00", "9.99", 1],
    ["pending", "10.00", "10.00", 0],
    ["pending", "10.00", "10.01", 0],
    ["overdue", 0.3, 0.1, 20],
    ["overdue", "9999999999.99", 0, 999_999_999_999],
    ["paid", 10, 0, 0],
    ["cancelled", 10, 0, 0],
  ] as const)("%s, %s billed, %s paid: %d cents", (status, amount, paid, expected) => {
    expect(amountOwed(buildInvoice(status, amount, paid))).toBe(expected);
  });

  test("is never negative and never more than the amount", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...INVOICE_STATUSES), amount, amount, (status, billed, paid) => {
        const owed = amountOwed(buildInvoice(status, billed / 100, paid / 100));
        expect(owed).toBeGreaterThanOrEqual(0);
        expect(owed).toBeLessThanOrEqual(billed);
      }),
    );
  });
});

test.each([
  ["pending", "0.00", null, false],
  ["pending", "0.01", null, true],
  ["overdue", "9.99", null, true],
  ["pending", "10.00", null, false],
  ["pending", "5.00", "SCHEDULED", false],
  ["paid", "10.00", null, false],
  ["cancelled", "5.00", null, false],
] as const)("a %s invoice of 10.00 with %s paid (%s in Square) is partially paid: %s", (status, paid, squareStatus, expected) => {
  expect(isPartiallyPaid(buildInvoice(status, "10.00", paid, squareStatus))).toBe(expected);
});

describe("balance due", () => {
  test("adds the amounts owed on pending and overdue invoices, in cents", () => {
    expect(balanceDue([buildInvoice("pending", "1200.10", "200.05"), buildInvoice("overdue", 0.2)])).toBe(
      100_025,
    );
  });

  test("ignores paid, cancelled and unknown statuses", () => {
    expect(
      balanceDue([
        buildInvoice("paid", 10),
        buildInvoice("cancelled", 20),
        buildInvoice(unknownValue("lost"), 30),
      ]),
    ).toBe(0);
  });

  test("does not offset one invoice with another's overpayment", () => {
    expect(balanceDue([buildInvoice("pending", 10, 15), buildInvoice("pending", 10)])).toBe(1000);
  });

  test("adds many small amounts exactly", () => {
    expect(balanceDue(Array.from({ length: 1000 }, () => buildInvoice("pending", 0.1)))).toBe(10_000);
  });

  test("is zero without invoices", () => {
    expect(balanceDue([])).toBe(0);
  });
});

describe("amount paid", () => {
  test.each([
    ["paid", "10.00", "0.00", 1000],
    ["paid", "10.00", "7.00", 1000],
    ["pending", "10.00", "0.01", 1],
    ["pending", "10.00", "10.01", 1001],
    ["overdue", 0.3, 0.1, 10],
    ["cancelled", 10, 3, 300],
  ] as const)("%s, %s billed, %s received: %d cents", (status, amount, received, expected) => {
    expect(amountPaid(buildInvoice(status, amount, received))).toBe(expected);
  });

  test("and the amount owed add up to the invoice amount, unless the invoice is overpaid", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.constantFrom("pending" as const, "overdue" as const), amount, amount, (status, a, b) => {
        const [billed, paid] = [Math.max(a, b), Math.min(a, b)];
        const invoice = buildInvoice(status, billed / 100, paid / 100);
        expect(amountPaid(invoice) + amountOwed(invoice)).toBe(billed);
      }),
    );
  });
});

describe("an invoice that", () => {
  test.each(INVOICE_CASES)("$name", ({ invoice, owedCents, paidCents }) => {
    expect(amountOwed(invoice)).toBe(owedCents);
    expect(balanceDue([invoice])).toBe(owedCents);
    expect(amountPaid(invoice)).toBe(paidCents);
    expect(amountReceived(invoice)).toBe(paidCents + toCents(invoice.refunded_amount));
  });
});

test("treats only pending and overdue invoices as open", () => {
  expect(INVOICE_STATUSES.filter(isOpen)).toEqual(["pending", "overdue"]);
});

test.each([
  ["pending", null, true],
  ["pending", "UNPAID", true],
  ["pending", "PAYMENT_PENDING", true],
  ["pending", "SCHEDULED", false],
  ["overdue", "PARTIALLY_PAID", true],
  ["paid", "PAID", false],
  ["cancelled", "REFUNDED", false],
] as const)("%s with Square's status %s: unpaid %s", (status, square_status, expected) => {
  expect(isUnpaid({ status, square_status })).toBe(expected);
});

test("counts pending and overdue invoices separately", () => {
  const invoices = (["pending", "overdue", "pending", "paid", "cancelled"] as const).map((status) => ({
    status,
    square_status: null,
  }));
  expect(countPending(invoices)).toBe(2);
  expect(countOverdue(invoices)).toBe(1);
});

test("does not count a scheduled invoice as pending", () => {
  expect(countPending([{ status: "pending", square_status: "SCHEDULED" }])).toBe(0);
});

describe("the partially paid note", () => {
  test("includes unpaid invoices with and without payments", () => {
    expect(
      partiallyPaidNote([
        buildInvoice("pending", 1200, 300),
        buildInvoice("overdue", "0.50", "0.01"),
        buildInvoice("paid", 50, 50),
      ]),
    ).toBe("$1,200.50 billed, $300.01 paid");
  });

  test("omits scheduled invoices, like the balance due", () => {
    const invoices = [buildInvoice("pending", 10, 1), buildInvoice("pending", 500, 0, "SCHEDULED")];
    expect(partiallyPaidNote(invoices)).toBe("$10.00 billed, $1.00 paid");
    expect(balanceDue(invoices)).toBe(900);
  });

  test("shows refunds, which do not change the balance due", () => {
    const invoices = [{ ...buildInvoice("pending", 200, 100), refunded_amount: dollars(30) }];
    expect(partiallyPaidNote(invoices)).toBe("$200.00 billed, $70.00 paid, $30.00 refunded");
    expect(balanceDue(invoices)).toBe(10_000);
  });

  test("is null when nothing is paid on unpaid invoices", () => {
    expect(partiallyPaidNote([buildInvoice("pending", 1200), buildInvoice("paid", 50, 50)])).toBeNull();
    expect(partiallyPaidNote([buildInvoice("cancelled", 50, 50)])).toBeNull();
    expect(partiallyPaidNote([])).toBeNull();
  });
});

describe("invoicePayAction", () => {
  const link = "https://squareup.com/pay/1";
  test.each([
    [buildInvoice("pending", 10), "pay"],
    [buildInvoice("overdue", 10, 9.99), "pay"],
    [buildInvoice("pending", 10, 10), "view"],
    [buildInvoice("overdue", 10, 10.01), "view"],
    [buildInvoice("paid", 10, 10), "receipt"],
    [buildInvoice("cancelled", 10), "view"],
    [buildInvoice("pending", 10, 0, "SCHEDULED"), "view"],
    [buildInvoice("pending", 10, 0, "UNPAID"), "pay"],
  ])("for the invoice %o, is %s", (invoice, kind) => {
    const square = { square_payment_url: link, is_processing: false };
    expect(invoicePayAction({ ...invoice, ...square })).toEqual({ kind, address: link });
  });

  test("does not offer to pay while a payment is processing", () => {
    const square = { square_payment_url: link, is_processing: true };
    const invoice = buildInvoice("pending", 10, 0, "PAYMENT_PENDING");
    expect(invoicePayAction({ ...invoice, ...square })).toEqual({ kind: "view", address: link });
  });

  test.each([null, "", "javascript:alert(1)"])("has no action for the link %s", (square_payment_url) => {
    const square = { square_payment_url, is_processing: false };
    expect(invoicePayAction({ ...buildInvoice("pending", 10), ...square }).kind).toBe("none");
  });
});

describe("invoice badges", () => {
  const getLabels = (overrides: Partial<BadgedInvoice>) =>
    invoiceBadges({
      ...buildInvoice("paid", 100, 100),
      pending_refund_amount: dollars(0),
      is_processing: false,
      is_scheduled: false,
      ...overrides,
    }).map(({ label }) => label);

  test.each<[string, Partial<BadgedInvoice>, string[]]>([
    ["a paid invoice", {}, ["Paid"]],
    ["a partial refund", { refunded_amount: dollars("0.01") }, ["Paid", "Partially refunded"]],
    ["a pending refund", { pending_refund_amount: dollars(5) }, ["Paid", "Refund pending"]],
    [
      "a partial refund of an open invoice",
      { status: "overdue", total_paid_amount: dollars(60), refunded_amount: dollars(60) },
      ["Overdue", "Partially refunded"],
    ],
    [
      "a full refund",
      {
        status: "cancelled",
        square_status: "REFUNDED",
        total_paid_amount: dollars(0),
        refunded_amount: dollars(100),
      },
      ["Refunded"],
    ],
    [
      "a refund of everything but the tip",
      { square_status: "PARTIALLY_REFUNDED", total_paid_amount: dollars(0), refunded_amount: dollars(100) },
      ["Paid", "Partially refunded"],
    ],
    ["a full refund that failed", { status: "paid", square_status: "REFUNDED" }, ["Paid"]],
    [
      "a full refund of a partially paid invoice that failed",
      { status: "cancelled", square_status: "REFUNDED", total_paid_amount: dollars(40) },
      ["Cancelled"],
    ],
    [
      "a pending full refund",
      { status: "cancelled", square_status: "REFUNDED", pending_refund_amount: dollars(100) },
      ["Cancelled", "Refund pending"],
    ],
    ["a cancelled invoice", { status: "cancelled", total_paid_amount: dollars(0) }, ["Cancelled"]],
    ["a processing payment", { status: "pending", is_processing: true }, ["Pending", "Payment processing"]],
    ["a scheduled invoice", { status: "pending", is_scheduled: true }, ["Pending", "Scheduled"]],
  ])("for %s", (_, overrides, labels) => {
    expect(getLabels(overrides)).toEqual(labels);
  });
});

test("shows an unknown status as neutral", () => {
  expect(invoiceStatusBadge("overdue")).toEqual({ label: "Overdue", tone: "negative" });
  expect(invoiceStatusBadge(unknownValue("refunded")).tone).toBe("neutral");
});
