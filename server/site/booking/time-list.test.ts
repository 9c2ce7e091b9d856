import { expect, test } from "vitest";
import { FREE_TIMES } from "#tests/support/product/test-consultations.ts";
import { formatTimeList } from "./time-list.ts";

test("formats the times of each list", () => {
  const text = "2026-12-01T17:00Z 2026-12-01T17:30Z 2026-12-21T17:00Z";
  expect([formatTimeList(FREE_TIMES), formatTimeList(FREE_TIMES)]).toEqual([text, text]);
  expect(formatTimeList(FREE_TIMES.slice(2))).toBe("2026-12-21T17:00Z");
  expect(formatTimeList([])).toBe("");
});
