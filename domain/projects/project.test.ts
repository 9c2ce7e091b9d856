import { describe, expect, test } from "vitest";
import {
  hasTargetNote,
  isActiveProject,
  PROJECT_STATUSES,
  paymentProgressPercent,
  projectMoney,
  projectStatus,
  statusSavedToast,
} from "#domain/projects/project.ts";

describe("project money", () => {
  test("excludes cancelled invoices from all totals and the count", () => {
    const cancelled = { status: "cancelled" as const, amount: 500, total_paid_amount: 100 };
    expect(projectMoney([cancelled])).toEqual({
      invoiceCount: 0,
      billedCents: 0,
      paidCents: 0,
      outstandingCents: 0,
    });
  });

  test("counts paid invoices in full and the others by their paid amount", () => {
    expect(
      projectMoney([
        { status: "paid", amount: "100.00", total_paid_amount: 0 },
        { status: "pending", amount: 200, total_paid_amount: "50.25" },
        { status: "overdue", amount: 10, total_paid_amount: 0 },
      ]),
    ).toEqual({ invoiceCount: 3, billedCents: 31_000, paidCents: 15_025, outstandingCents: 15_975 });
  });
});

test("rounds progress, and returns 0 when nothing is billed", () => {
  expect(paymentProgressPercent({ billedCents: 300, paidCents: 100 })).toBe(33);
  expect(paymentProgressPercent({ billedCents: 1000, paidCents: 5 })).toBe(1);
  expect(paymentProgressPercent({ billedCents: 0, paidCents: 0 })).toBe(0);
});

test("counts only in progress and on hold as active", () => {
  expect(PROJECT_STATUSES.filter((status) => isActiveProject({ status }))).toEqual([
    "in_progress",
    "on_hold",
  ]);
});

test("labels every known status, and shows an unknown one as neutral", () => {
  expect(projectStatus("paused" as never).tone).toBe("neutral");
  expect(PROJECT_STATUSES.map((status) => projectStatus(status).label)).toEqual([
    "Open",
    "In Progress",
    "On Hold",
    "Completed",
    "Frozen",
    "Cancelled",
  ]);
});

test("shows the stored status in capitals", () => {
  expect(statusSavedToast("Model audit", "in_progress")).toBe(
    "✓ Model audit → IN_PROGRESS (SAVED TO DATABASE)",
  );
});

test("shows the target note only for projects in progress with a target date", () => {
  expect(hasTargetNote({ status: "in_progress", target_completion_date: "2025-12-01" })).toBe(true);
  expect(hasTargetNote({ status: "in_progress", target_completion_date: null })).toBe(false);
  expect(hasTargetNote({ status: "on_hold", target_completion_date: "2025-12-01" })).toBe(false);
});
