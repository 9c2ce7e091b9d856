import { expect, test } from "vitest";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { findNextPlannedPayment, type PayablePayment } from "#domain/proposals/next-planned-payment.ts";

const invoiced = (status: InvoiceStatus, square_status: string): PayablePayment => ({
  ...{ status: "invoiced", invoice_id: status },
  invoices: { status, square_status },
});
const paid = invoiced("paid", "PAID");
const pending = invoiced("pending", "UNPAID");
const overdue = invoiced("overdue", "UNPAID");
const scheduled = invoiced("pending", "SCHEDULED");
const due: PayablePayment = { status: "due", invoice_id: null, invoices: null };
const waiting: PayablePayment = { status: "waiting", invoice_id: null, invoices: null };

test.each([
  { payments: [pending, waiting], next: { payment: pending, step: "pay" } },
  { payments: [paid, overdue], next: { payment: overdue, step: "pay" } },
  { payments: [scheduled, waiting], next: { payment: scheduled, step: "later" } },
  { payments: [due, waiting], next: { payment: due, step: "preparing" } },
  { payments: [paid, waiting], next: { payment: waiting, step: "later" } },
  { payments: [paid], next: null },
  { payments: [], next: null },
])("finds the first payment that is not paid", ({ payments, next }) => {
  expect(findNextPlannedPayment(payments)).toEqual(next);
});
