import { expect, test } from "vitest";
import { churnPercent } from "./churn.ts";

test("is 0 when nothing was cancelled or nothing was active", () => {
  expect(churnPercent({ running: 0, cancelled: 0 })).toBe(0);
  expect(churnPercent({ running: 7, cancelled: 0 })).toBe(0);
});

test("divides cancellations by the subscriptions active at the start of the period", () => {
  expect(churnPercent({ running: 3, cancelled: 1 })).toBe(33);
  expect(churnPercent({ running: 2, cancelled: 2 })).toBe(100);
});
