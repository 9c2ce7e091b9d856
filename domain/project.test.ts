import { describe, expect, test } from "vitest";
import {
  isActiveProject,
  PROJECT_STATUSES,
  paymentProgressPercent,
  projectMoney,
  projectStatus,
  showsTargetNote,
  statusSavedToast,
} from "#domain/project.ts";

describe("project money", () => {
  test("cancelled invoices count nowhere, the invoice count included", () => {
    const cancelled = { status: "cancelled", amount: 500, total_paid_amount: 100 };
    expect(projectMoney([cancelled])).toEqual({
      invoiceCount: 0,
      billedCents: 0,
      paidCents: 0,
      outstandingCents: 0,
    });
  });

  test("a paid invoice counts whole, the others by what is paid of them", () => {
    expect(
      projectMoney([
        { status: "paid", amount: "100.00", total_paid_amount: 0 },
        { status: "pending", amount: 200, total_paid_amount: "50.25" },
        { status: "overdue", amount: 10, total_paid_amount: null },
      ]),
    ).toEqual({ invoiceCount: 3, billedCents: 31_000, paidCents: 15_025, outstandingCents: 15_975 });
  });
});

test("progress is rounded, and 0 when nothing is billed", () => {
  expect(paymentProgressPercent({ billedCents: 300, paidCents: 100 })).toBe(33);
  expect(paymentProgressPercent({ billedCents: 1000, paidCents: 5 })).toBe(1);
  expect(paymentProgressPercent({ billedCents: 0, paidCents: 0 })).toBe(0);
});

test("in progress and on hold are active, nothing else", () => {
  expect(PROJECT_STATUSES.filter((status) => isActiveProject({ status }))).toEqual([
    "in_progress",
    "on_hold",
  ]);
});

test("an unknown status is neutral, every known one has its words", () => {
  expect(projectStatus("paused").tone).toBe("neutral");
  expect(PROJECT_STATUSES.map((status) => projectStatus(status).label)).toEqual([
    "Open",
    "In Progress",
    "On Hold",
    "Completed",
    "Frozen",
    "Cancelled",
  ]);
});

test("the toast names the stored value in capitals", () => {
  expect(statusSavedToast("Model audit", "in_progress")).toBe(
    "✓ Model audit → IN_PROGRESS (SAVED TO DATABASE)",
  );
});

test("only a project in progress with a target shows its note", () => {
  expect(showsTargetNote({ status: "in_progress", target_completion_date: "2025-12-01" })).toBe(true);
  expect(showsTargetNote({ status: "in_progress", target_completion_date: null })).toBe(false);
  expect(showsTargetNote({ status: "on_hold", target_completion_date: "2025-12-01" })).toBe(false);
});
