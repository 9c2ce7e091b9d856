import { expect, test } from "vitest";
import { churnPercent } from "./churn.ts";

test("nothing is lost where nothing was cancelled, or nothing ever ran", () => {
  expect(churnPercent({ running: 0, cancelled: 0 })).toBe(0);
  expect(churnPercent({ running: 7, cancelled: 0 })).toBe(0);
});

test("those cancelled within the period, of those running when it began", () => {
  expect(churnPercent({ running: 3, cancelled: 1 })).toBe(33);
  expect(churnPercent({ running: 2, cancelled: 2 })).toBe(100);
});
