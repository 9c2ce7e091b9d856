import { describe, expect, test } from "vitest";
import { dateIn } from "#domain/calendar-date.ts";
import type { ScheduleEntry } from "#domain/payment-schedule.ts";
import { isKnownStatus, portalStatus } from "./invoice-status.ts";

const entry = (
  dueDate: string | null,
  completedCents = 0,
  computedCents: number | null = 100,
): ScheduleEntry => ({
  kind: "balance",
  percentage: null,
  dueDate,
  computedCents,
  completedCents,
});
const TODAY = "2026-03-10";
const YESTERDAY = "2026-03-09";

describe("every status of Square, with something late and with nothing late", () => {
  test.each([
    ["SCHEDULED", "pending", "pending"],
    ["UNPAID", "overdue", "pending"],
    ["PARTIALLY_PAID", "overdue", "pending"],
    ["PAYMENT_PENDING", "pending", "pending"],
    ["PAID", "paid", "paid"],
    ["PARTIALLY_REFUNDED", "overdue", "pending"],
    ["REFUNDED", "cancelled", "cancelled"],
    ["CANCELED", "cancelled", "cancelled"],
    ["FAILED", "cancelled", "cancelled"],
    ["SOMETHING_NEW", "pending", "pending"],
    ["constructor", "pending", "pending"],
  ])("%s", (status, late, onTime) => {
    expect(portalStatus(status, [entry(YESTERDAY)], TODAY)).toBe(late);
    expect(portalStatus(status, [entry(TODAY)], TODAY)).toBe(onTime);
  });

  test("partly refunded is paid only when every request was completed", () => {
    expect(portalStatus("PARTIALLY_REFUNDED", [entry(YESTERDAY, 100), entry(YESTERDAY, 100)], TODAY)).toBe(
      "paid",
    );
    expect(portalStatus("PARTIALLY_REFUNDED", [entry(YESTERDAY, 100), entry(TODAY, 99)], TODAY)).toBe(
      "pending",
    );
    expect(portalStatus("PARTIALLY_REFUNDED", [], TODAY)).toBe("pending");
  });

  test("a status we do not know is told apart", () => {
    expect(["UNPAID", "SOMETHING_NEW", "toString", "DRAFT"].map(isKnownStatus)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("late means", () => {
  const isLate = (...schedule: ScheduleEntry[]) => portalStatus("UNPAID", schedule, TODAY) === "overdue";

  test("due before today: not today, not tomorrow", () => {
    expect([YESTERDAY, TODAY, "2026-03-11"].map((day) => isLate(entry(day)))).toEqual([true, false, false]);
  });
  test("any request that is not completed, by a single cent", () => {
    expect(isLate(entry(YESTERDAY, 100), entry(TODAY))).toBe(false);
    expect(isLate(entry(YESTERDAY, 99), entry(TODAY))).toBe(true);
    expect(isLate(entry(TODAY), entry(YESTERDAY))).toBe(true);
  });
  test("something with a due date, and something to pay", () => {
    expect(isLate(entry(null))).toBe(false);
    expect(isLate()).toBe(false);
    expect(isLate(entry(YESTERDAY, 0, 0))).toBe(false);
  });
});

describe("midnight is the invoice's own", () => {
  const statusAt = (zone: string, instant: string, due: string) =>
    portalStatus("UNPAID", [entry(due)], dateIn(new Date(instant), zone));

  test.each([
    // Square's own example.
    ["America/Los_Angeles", "2021-03-09", "2021-03-10T08:00:00Z"],
    // The night the clocks go forward, and the day after.
    ["America/Los_Angeles", "2021-03-13", "2021-03-14T08:00:00Z"],
    ["America/Los_Angeles", "2021-03-14", "2021-03-15T07:00:00Z"],
    // The night they go back.
    ["America/New_York", "2026-10-31", "2026-11-01T04:00:00Z"],
    ["America/New_York", "2026-11-01", "2026-11-02T05:00:00Z"],
    ["Europe/Berlin", "2026-03-28", "2026-03-28T23:00:00Z"],
    ["Europe/Berlin", "2026-03-29", "2026-03-29T22:00:00Z"],
    ["Asia/Kathmandu", "2026-12-31", "2026-12-31T18:15:00Z"],
    ["Pacific/Kiritimati", "2026-02-28", "2026-02-28T10:00:00Z"],
    ["UTC", "2028-02-29", "2028-03-01T00:00:00Z"],
  ])("%s: due %s is late from %s on, and not a millisecond before", (zone, due, midnight) => {
    const justBefore = new Date(Date.parse(midnight) - 1).toISOString();
    expect([statusAt(zone, justBefore, due), statusAt(zone, midnight, due)]).toEqual(["pending", "overdue"]);
  });
});
