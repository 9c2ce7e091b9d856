import { describe, expect, test } from "vitest";
import {
  amountDue,
  balanceDue,
  invoicePayAction,
  invoiceStatus,
  overdueCount,
  partPaidNote,
  pendingCount,
} from "#domain/invoice.ts";

const anInvoice = (status: string, amount: number | string, paid: number | string | null = 0) => ({
  status,
  amount,
  total_paid_amount: paid,
});

describe("balance due", () => {
  test("adds what is left of pending and overdue invoices, in cents", () => {
    expect(balanceDue([anInvoice("pending", "1200.10", "200.05"), anInvoice("overdue", 0.2)])).toBe(100_025);
  });

  test("counts neither paid nor cancelled nor unknown ones", () => {
    expect(balanceDue([anInvoice("paid", 10), anInvoice("cancelled", 20), anInvoice("lost", 30)])).toBe(0);
  });

  test("an overpaid invoice lowers no other's balance", () => {
    expect(balanceDue([anInvoice("pending", 10, 15), anInvoice("pending", 10)])).toBe(1000);
  });

  test("is zero of nothing", () => {
    expect(balanceDue([])).toBe(0);
    expect(amountDue(anInvoice("pending", 10, null))).toBe(1000);
  });
});

test("pending and overdue are counted apart", () => {
  const invoices = ["pending", "overdue", "pending", "paid", "cancelled"].map((status) => ({ status }));
  expect(pendingCount(invoices)).toBe(2);
  expect(overdueCount(invoices)).toBe(1);
});

test("the part-paid note speaks of unpaid invoices only, and only when something is paid", () => {
  expect(partPaidNote([anInvoice("pending", 1200, 300), anInvoice("paid", 50, 50)])).toBe(
    "$1,200.00 billed, $300.00 paid",
  );
  expect(partPaidNote([anInvoice("pending", 1200), anInvoice("paid", 50, 50)])).toBeNull();
});

describe("the link of an invoice", () => {
  const link = "https://squareup.com/pay/1";
  test.each([
    [anInvoice("pending", 10), "pay"],
    [anInvoice("overdue", 10, 9.99), "pay"],
    [anInvoice("pending", 10, 10), "view"],
    [anInvoice("paid", 10, 10), "receipt"],
    [anInvoice("cancelled", 10), "view"],
  ])("%o is for: %s", (invoice, kind) => {
    expect(invoicePayAction({ ...invoice, square_payment_url: link })).toEqual({ kind, address: link });
  });

  test.each([null, "", "javascript:alert(1)"])("%s opens nothing", (square_payment_url) => {
    expect(invoicePayAction({ ...anInvoice("pending", 10), square_payment_url }).kind).toBe("none");
  });
});

test("an unknown status is neutral", () => {
  expect(invoiceStatus("overdue")).toEqual({ label: "Overdue", tone: "negative" });
  expect(invoiceStatus("refunded").tone).toBe("neutral");
});
