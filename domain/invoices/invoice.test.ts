import { describe, expect, test } from "vitest";
import {
  balanceDue,
  countOverdue,
  countPending,
  type InvoiceStatus,
  invoicePayAction,
  invoiceStatus,
  partiallyPaidNote,
} from "#domain/invoices/invoice.ts";

const invoiceWith = (status: InvoiceStatus, amount: number | string, paid: number | string = 0) => ({
  status,
  amount,
  total_paid_amount: paid,
});

describe("balance due", () => {
  test("adds the amounts owed on pending and overdue invoices, in cents", () => {
    expect(balanceDue([invoiceWith("pending", "1200.10", "200.05"), invoiceWith("overdue", 0.2)])).toBe(
      100_025,
    );
  });

  test("ignores paid, cancelled and unknown statuses", () => {
    expect(
      balanceDue([invoiceWith("paid", 10), invoiceWith("cancelled", 20), invoiceWith("lost" as never, 30)]),
    ).toBe(0);
  });

  test("does not offset one invoice with another's overpayment", () => {
    expect(balanceDue([invoiceWith("pending", 10, 15), invoiceWith("pending", 10)])).toBe(1000);
  });

  test("is zero without invoices", () => {
    expect(balanceDue([])).toBe(0);
  });
});

test("counts pending and overdue invoices separately", () => {
  const invoices = (["pending", "overdue", "pending", "paid", "cancelled"] as const).map((status) => ({
    status,
  }));
  expect(countPending(invoices)).toBe(2);
  expect(countOverdue(invoices)).toBe(1);
});

test("shows the partially paid note only for unpaid invoices with a payment", () => {
  expect(partiallyPaidNote([invoiceWith("pending", 1200, 300), invoiceWith("paid", 50, 50)])).toBe(
    "$1,200.00 billed, $300.00 paid",
  );
  expect(partiallyPaidNote([invoiceWith("pending", 1200), invoiceWith("paid", 50, 50)])).toBeNull();
});

describe("invoicePayAction", () => {
  const link = "https://squareup.com/pay/1";
  test.each([
    [invoiceWith("pending", 10), "pay"],
    [invoiceWith("overdue", 10, 9.99), "pay"],
    [invoiceWith("pending", 10, 10), "view"],
    [invoiceWith("paid", 10, 10), "receipt"],
    [invoiceWith("cancelled", 10), "view"],
  ])("%o: %s", (invoice, kind) => {
    expect(invoicePayAction({ ...invoice, square_payment_url: link })).toEqual({ kind, address: link });
  });

  test.each([null, "", "javascript:alert(1)"])("has no action for the link %s", (square_payment_url) => {
    expect(invoicePayAction({ ...invoiceWith("pending", 10), square_payment_url }).kind).toBe("none");
  });
});

test("shows an unknown status as neutral", () => {
  expect(invoiceStatus("overdue")).toEqual({ label: "Overdue", tone: "negative" });
  expect(invoiceStatus("refunded" as never).tone).toBe("neutral");
});
