import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { formatUpdatedAt } from "./updated-at.ts";

const now = new Date("2026-11-21T16:00:00Z");

test("shows only the time if the date is today", () => {
  expect(formatUpdatedAt(instant("2026-11-21T14:02:00Z"), now, "UTC")).toBe("2:02 PM");
});

test("also shows the date if it is another day", () => {
  expect(formatUpdatedAt(instant("2026-11-20T00:00:00Z"), now, "UTC")).toBe("Nov 20, 2026, 12:00 AM");
});

test("uses the given time zone to determine today", () => {
  expect(formatUpdatedAt(instant("2026-11-21T04:30:00Z"), now, "America/New_York")).toBe(
    "Nov 20, 2026, 11:30 PM",
  );
});
