import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { formatSquareFreshness, formatUpdatedAt } from "./updated-at.ts";

const now = new Date("2026-11-21T16:00:00Z");

test("shows only the time and the zone if the date is today", () => {
  expect(formatUpdatedAt(instant("2026-11-21T14:02:00Z"), now, "UTC")).toBe("2:02 PM UTC");
});

test("also shows the date if it is another day", () => {
  expect(formatUpdatedAt(instant("2026-11-20T00:00:00Z"), now, "UTC")).toBe("Nov 20, 2026, 12:00 AM UTC");
});

test("uses the given time zone to determine today", () => {
  expect(formatUpdatedAt(instant("2026-11-21T04:30:00Z"), now, "America/New_York")).toBe(
    "Nov 20, 2026, 11:30 PM EST",
  );
});

test.each([
  ["2026-11-21T16:00:00Z", "Live from Square · checked 4:00 PM UTC"],
  ["2026-11-21T09:00:00Z", "Live from Square · checked 9:00 AM UTC"],
  ["2026-11-21T08:59:59Z", "From Square · checked 8:59 AM UTC"],
  ["2026-11-20T14:00:00Z", "From Square · checked Nov 20, 2026, 2:00 PM UTC"],
])("data checked at %s is described as %s", (checkedAt, expected) => {
  expect(formatSquareFreshness(instant(checkedAt), now, "UTC")).toBe(expected);
});
