import { expect, test } from "vitest";
import { remainingInterval, requireEmailInterval } from "./email-interval.ts";

const SENT = new Date("2026-03-02T09:00:00Z");
const after = (milliseconds: number) => new Date(SENT.getTime() + milliseconds);

// Supabase Auth sends one email of each kind per minute: https://supabase.com/docs/guides/auth/rate-limits
test.each([
  [0, 60_000],
  [59_999, 1],
  [60_000, 0],
  [3_600_000, 0],
])("%d ms after an email, the next one may be sent in %d ms", (elapsed, remaining) => {
  expect(remainingInterval(SENT, after(elapsed))).toBe(remaining);
});

test("the first email may be sent immediately", () => {
  expect(remainingInterval(null, SENT)).toBe(0);
  expect(() => requireEmailInterval(null, SENT)).not.toThrow();
});

test("an earlier request is rejected with the remaining seconds, rounded up", () => {
  expect(() => requireEmailInterval(SENT, after(58_500))).toThrow(
    expect.objectContaining({
      status: 429,
      code: "over_email_send_rate_limit",
      message: "For security purposes, you can only request this after 2 seconds.",
      headers: { "Retry-After": "2" },
    }),
  );
  expect(() => requireEmailInterval(SENT, after(60_000))).not.toThrow();
});
