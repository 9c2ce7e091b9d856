import { describe, expect, test } from "vitest";
import { calendarDate, dateInTimeZone, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import type { ScheduleEntry } from "#domain/invoices/due-dates/payment-schedule.ts";
import { cents } from "#domain/money/money.ts";
import { getPortalStatus, isKnownStatus } from "./invoice-status.ts";

const createEntry = (dueDate: string | null, completed = 0, computed = 100): ScheduleEntry => ({
  kind: "balance",
  percentage: null,
  dueDate: parseCalendarDate(dueDate),
  computedCents: cents(computed),
  completedCents: cents(completed),
});
const TODAY = calendarDate("2026-03-10");
const YESTERDAY = "2026-03-09";

describe("the portal status", () => {
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
  ])("for %s is %s when overdue and %s otherwise", (status, overdue, onTime) => {
    expect(getPortalStatus(status, [createEntry(YESTERDAY)], TODAY)).toBe(overdue);
    expect(getPortalStatus(status, [createEntry(TODAY)], TODAY)).toBe(onTime);
  });

  test("is paid for a partially refunded invoice only if all requests are completed", () => {
    expect(
      getPortalStatus(
        "PARTIALLY_REFUNDED",
        [createEntry(YESTERDAY, 100), createEntry(YESTERDAY, 100)],
        TODAY,
      ),
    ).toBe("paid");
    expect(
      getPortalStatus("PARTIALLY_REFUNDED", [createEntry(YESTERDAY, 100), createEntry(TODAY, 99)], TODAY),
    ).toBe("pending");
    expect(getPortalStatus("PARTIALLY_REFUNDED", [], TODAY)).toBe("pending");
  });

  test("has rules only for known Square statuses", () => {
    expect(["UNPAID", "SOMETHING_NEW", "toString", "DRAFT"].map(isKnownStatus)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("an invoice is overdue", () => {
  const isOverdue = (...schedule: ScheduleEntry[]) =>
    getPortalStatus("UNPAID", schedule, TODAY) === "overdue";

  test("if it was due before today", () => {
    expect([YESTERDAY, TODAY, "2026-03-11"].map((day) => isOverdue(createEntry(day)))).toEqual([
      true,
      false,
      false,
    ]);
  });
  test("if any due request is not fully paid, even by one cent", () => {
    expect(isOverdue(createEntry(YESTERDAY, 100), createEntry(TODAY))).toBe(false);
    expect(isOverdue(createEntry(YESTERDAY, 99), createEntry(TODAY))).toBe(true);
    expect(isOverdue(createEntry(TODAY), createEntry(YESTERDAY))).toBe(true);
  });
  test("only if a request has a due date and an amount", () => {
    expect(isOverdue(createEntry(null))).toBe(false);
    expect(isOverdue()).toBe(false);
    expect(isOverdue(createEntry(YESTERDAY, 0, 0))).toBe(false);
  });
});

describe("the due date ends at midnight in the invoice's time zone", () => {
  const statusAt = (timeZone: string, instant: string, due: string) =>
    getPortalStatus("UNPAID", [createEntry(due)], dateInTimeZone(new Date(instant), timeZone));

  test.each([
    // The example from Square's documentation.
    ["America/Los_Angeles", "2021-03-09", "2021-03-10T08:00:00Z"],
    // The night when daylight saving time begins, and the next night.
    ["America/Los_Angeles", "2021-03-13", "2021-03-14T08:00:00Z"],
    ["America/Los_Angeles", "2021-03-14", "2021-03-15T07:00:00Z"],
    // The night when daylight saving time ends, and the next night.
    ["America/New_York", "2026-10-31", "2026-11-01T04:00:00Z"],
    ["America/New_York", "2026-11-01", "2026-11-02T05:00:00Z"],
    ["Europe/Berlin", "2026-03-28", "2026-03-28T23:00:00Z"],
    ["Europe/Berlin", "2026-03-29", "2026-03-29T22:00:00Z"],
    ["Asia/Kathmandu", "2026-12-31", "2026-12-31T18:15:00Z"],
    ["Pacific/Kiritimati", "2026-02-28", "2026-02-28T10:00:00Z"],
    ["UTC", "2028-02-29", "2028-03-01T00:00:00Z"],
  ])("%s: due %s becomes overdue at %s, not a millisecond earlier", (timeZone, due, midnight) => {
    const justBefore = new Date(Date.parse(midnight) - 1).toISOString();
    expect([statusAt(timeZone, justBefore, due), statusAt(timeZone, midnight, due)]).toEqual([
      "pending",
      "overdue",
    ]);
  });
});
