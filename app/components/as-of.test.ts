import { expect, test } from "vitest";
import { asOf } from "./as-of.ts";

const now = new Date("2026-11-21T16:00:00Z");

test("today needs no day", () => {
  expect(asOf("2026-11-21T14:02:00Z", now, "UTC")).toBe("as of 14:02");
});

test("another day is named, and midnight is 00:00", () => {
  expect(asOf("2026-11-20T00:00:00Z", now, "UTC")).toBe("as of Nov 20, 2026, 00:00");
});

test("what is today is decided in the reader's zone", () => {
  expect(asOf("2026-11-21T04:30:00Z", now, "America/New_York")).toBe("as of Nov 20, 2026, 23:30");
});
