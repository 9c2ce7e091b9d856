import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { INVOICE_STATUSES, type InvoiceStatus } from "#domain/invoices/invoice.ts";
import { INVOICE_CASES } from "#domain/invoices/test-support/invoice-cases.ts";
import { cents, dollars } from "#domain/money/money.ts";
import {
  hasTargetNote,
  isActiveProject,
  PROJECT_STATUSES,
  paymentProgressPercent,
  projectMoney,
  projectStatusBadge,
  statusSavedToast,
} from "#domain/projects/project.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

const buildInvoice = (
  status: InvoiceStatus,
  amount: number | string,
  paid: number | string,
  refunded: number | string = 0,
) => ({
  status,
  amount: dollars(amount),
  total_paid_amount: dollars(paid),
  refunded_amount: dollars(refunded),
});

describe("project money", () => {
  test("is zero without invoices", () => {
    expect(projectMoney([])).toEqual({
      invoiceCount: 0,
      billedCents: 0,
      paidCents: 0,
      refundedCents: 0,
      outstandingCents: 0,
    });
  });

  test("excludes cancelled invoices from all totals and the count", () => {
    expect(projectMoney([buildInvoice("cancelled", 500, 100)])).toEqual(projectMoney([]));
  });

  test("counts paid invoices in full and the others by their paid amount", () => {
    expect(
      projectMoney([
        buildInvoice("paid", "100.00", 0),
        buildInvoice("pending", 200, "50.25"),
        buildInvoice("overdue", 10, 0),
      ]),
    ).toEqual({
      invoiceCount: 3,
      billedCents: 31_000,
      paidCents: 15_025,
      refundedCents: 0,
      outstandingCents: 15_975,
    });
  });

  test("subtracts refunds from the paid amount without increasing the outstanding amount", () => {
    expect(
      projectMoney([
        buildInvoice("paid", 100, 70, 30),
        buildInvoice("pending", 200, 50, 20),
        buildInvoice("cancelled", 10, 0, 10),
      ]),
    ).toEqual({
      invoiceCount: 2,
      billedCents: 30_000,
      paidCents: 10_000,
      refundedCents: 5000,
      outstandingCents: 15_000,
    });
  });

  test("sums the amounts paid of the shared invoice cases", () => {
    const billable = INVOICE_CASES.filter(({ invoice }) => invoice.status !== "cancelled");
    const money = projectMoney(INVOICE_CASES.map(({ invoice }) => invoice));
    expect(money.paidCents).toBe(billable.reduce((sum, { paidCents }) => sum + paidCents, 0));
    expect(money.invoiceCount).toBe(billable.length);
  });

  test("has a negative outstanding amount after an overpayment", () => {
    expect(projectMoney([buildInvoice("pending", 10, "10.01")]).outstandingCents).toBe(-1);
  });

  test("adds up: billed is paid plus refunded plus outstanding", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const invoice = fc
      .tuple(fc.constantFrom(...INVOICE_STATUSES), amount, amount, amount)
      .map(([status, billed, paid, refunded]) =>
        buildInvoice(status, billed / 100, paid / 100, refunded / 100),
      );
    fc.assert(
      fc.property(fc.array(invoice), (invoices) => {
        const { billedCents, paidCents, refundedCents, outstandingCents } = projectMoney(invoices);
        expect(paidCents + refundedCents + outstandingCents).toBe(billedCents);
      }),
    );
  });
});

test.each([
  [300, 100, 0, 33],
  [1000, 5, 0, 1],
  [1000, 4, 0, 0],
  [1000, 1000, 0, 100],
  [1000, 1001, 0, 100],
  [1000, 700, 300, 100],
  [0, 0, 0, 0],
  [0, 5, 0, 0],
])("with %d cents billed, %d paid and %d refunded, progress is %d %%", (billed, paid, refunded, percent) => {
  const money = { billedCents: cents(billed), paidCents: cents(paid), refundedCents: cents(refunded) };
  expect(paymentProgressPercent(money)).toBe(percent);
});

test("treats only in-progress and on-hold projects as active", () => {
  expect(PROJECT_STATUSES.filter((status) => isActiveProject({ status }))).toEqual([
    "in_progress",
    "on_hold",
  ]);
});

test("labels every known status, and shows an unknown one as neutral", () => {
  expect(projectStatusBadge(unknownValue("paused")).tone).toBe("neutral");
  expect(PROJECT_STATUSES.map((status) => projectStatusBadge(status).label)).toEqual([
    "Open",
    "In Progress",
    "On Hold",
    "Completed",
    "Frozen",
    "Cancelled",
  ]);
});

test("shows the saved status in capitals", () => {
  expect(statusSavedToast("Model audit", "in_progress")).toBe(
    "✓ Model audit → IN_PROGRESS (SAVED TO DATABASE)",
  );
});

test("shows the target note only for projects in progress with a target date", () => {
  const target_completion_date = calendarDate("2025-12-01");
  expect(hasTargetNote({ status: "in_progress", target_completion_date })).toBe(true);
  expect(hasTargetNote({ status: "in_progress", target_completion_date: null })).toBe(false);
  expect(hasTargetNote({ status: "on_hold", target_completion_date })).toBe(false);
});
