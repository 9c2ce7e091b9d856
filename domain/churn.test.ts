import { expect, test } from "vitest";
import { churnPercent } from "./churn.ts";

const now = new Date("2026-03-31T12:00:00Z");
const start = "2026-03-01T12:00:00Z";
const longAgo = "2025-06-01T00:00:00Z";
const withHistory = (...statuses: [status: string, since: string][]) => ({
  subscription_history: statuses.map(([status, since]) => ({ status, since })),
});
const running = withHistory(["active", longAgo]);
const cancelledAt = (since: string) => withHistory(["active", longAgo], ["cancelled", since]);

test("nothing is lost where nothing was cancelled, or nothing ever ran", () => {
  expect(churnPercent([], now)).toBe(0);
  expect(churnPercent([withHistory()], now)).toBe(0);
  expect(churnPercent([running, withHistory(["active", longAgo], ["past_due", start])], now)).toBe(0);
});

test("those cancelled within the period, of those running when it began", () => {
  expect(churnPercent([running, running, cancelledAt("2026-03-15T00:00:00Z")], now)).toBe(33);
  expect(churnPercent([running, cancelledAt("2026-03-01T12:00:00.001Z")], now)).toBe(50);
});

test("one cancelled before the period, or begun within it, counts on neither side", () => {
  expect(churnPercent([running, cancelledAt(start)], now)).toBe(0);
  const begunSince = withHistory(["active", "2026-03-02T00:00:00Z"], ["cancelled", "2026-03-20T00:00:00Z"]);
  expect(churnPercent([running, begunSince], now)).toBe(0);
});

test("past due when the period began counts as running, paused does not", () => {
  const ended = ["cancelled", "2026-03-20T00:00:00Z"] as const;
  expect(churnPercent([withHistory(["past_due", longAgo], [...ended])], now)).toBe(100);
  expect(churnPercent([running, withHistory(["paused", longAgo], [...ended])], now)).toBe(0);
});

test("one that was cancelled and runs again is not lost; entries may come in any order", () => {
  const back = withHistory(
    ["active", "2026-03-20T00:00:00Z"],
    ["cancelled", "2026-03-10T00:00:00Z"],
    ["active", longAgo],
  );
  expect(churnPercent([back], now)).toBe(0);
  expect(churnPercent([withHistory(["cancelled", "2026-03-10T00:00:00Z"], ["active", longAgo])], now)).toBe(
    100,
  );
});
