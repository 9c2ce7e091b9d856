import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { formatUpdatedAt } from "./updated-at.ts";

const now = new Date("2026-11-21T16:00:00Z");

test("shows only the time for today", () => {
  expect(formatUpdatedAt(instant("2026-11-21T14:02:00Z"), now, "UTC")).toBe("2:02 PM");
});

test("shows the date for another day", () => {
  expect(formatUpdatedAt(instant("2026-11-20T00:00:00Z"), now, "UTC")).toBe("Nov 20, 2026, 12:00 AM");
});

test("decides what is today in the given time zone", () => {
  expect(formatUpdatedAt(instant("2026-11-21T04:30:00Z"), now, "America/New_York")).toBe(
    "Nov 20, 2026, 11:30 PM",
  );
});
