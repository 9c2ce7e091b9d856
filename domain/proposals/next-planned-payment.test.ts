import { expect, test } from "vitest";
import { findNextPlannedPayment, type PayablePayment } from "#domain/proposals/next-planned-payment.ts";

const paid: PayablePayment = { status: "invoiced", invoice_id: "1", invoices: { status: "paid" } };
const pending: PayablePayment = { status: "invoiced", invoice_id: "2", invoices: { status: "pending" } };
const overdue: PayablePayment = { status: "invoiced", invoice_id: "3", invoices: { status: "overdue" } };
const due: PayablePayment = { status: "due", invoice_id: null, invoices: null };
const waiting: PayablePayment = { status: "waiting", invoice_id: null, invoices: null };

test.each([
  { payments: [pending, waiting], next: { payment: pending, step: "pay" } },
  { payments: [paid, overdue], next: { payment: overdue, step: "pay" } },
  { payments: [due, waiting], next: { payment: due, step: "preparing" } },
  { payments: [paid, waiting], next: { payment: waiting, step: "later" } },
  { payments: [paid], next: null },
  { payments: [], next: null },
])("finds the first payment that is not paid", ({ payments, next }) => {
  expect(findNextPlannedPayment(payments)).toEqual(next);
});
