import { expect, test } from "vitest";
import { churnPercent } from "./churn.ts";

const now = new Date("2026-03-31T12:00:00Z");
const start = "2026-03-01T12:00:00Z";
const longAgo = "2025-06-01T00:00:00Z";
const running = { status: "active", created_at: longAgo, updated_at: longAgo };
const cancelled = (updated_at: string) => ({ status: "cancelled", created_at: longAgo, updated_at });

test("nothing is lost where nothing was cancelled, or nothing ever ran", () => {
  expect(churnPercent([], now)).toBe(0);
  expect(churnPercent([running, { ...running, status: "past_due" }], now)).toBe(0);
});

test("those cancelled within the period, of those running when it began", () => {
  expect(churnPercent([running, running, cancelled("2026-03-15T00:00:00Z")], now)).toBe(33);
  expect(churnPercent([running, cancelled(start)], now)).toBe(50);
});

test("one cancelled before the period, or begun within it, counts on neither side", () => {
  expect(churnPercent([running, cancelled("2026-03-01T11:59:59Z")], now)).toBe(0);
  const begunSince = { ...cancelled("2026-03-20T00:00:00Z"), created_at: start };
  expect(churnPercent([running, begunSince], now)).toBe(0);
});
