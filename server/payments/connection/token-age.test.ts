import { expect, test } from "vitest";
import { getRenewalWarning, isDueForRenewal } from "./token-age.ts";

const connectedAt = new Date("2026-11-01T00:00:00Z");
const connection = { connected_at: connectedAt, refreshed_at: null, renewal_error: null };
const daysAfterConnecting = (days: number, extraMs = 0) =>
  new Date(connectedAt.getTime() + days * 86_400_000 + extraMs);

test("renews tokens 7 days after the last renewal", () => {
  expect(isDueForRenewal(connection, daysAfterConnecting(7, -1))).toBe(false);
  expect(isDueForRenewal(connection, daysAfterConnecting(7))).toBe(true);
  expect(
    isDueForRenewal({ ...connection, refreshed_at: daysAfterConnecting(3) }, daysAfterConnecting(9)),
  ).toBe(false);
});

test("warns after 8 days without a renewal, and immediately after a failed renewal", () => {
  expect(getRenewalWarning(connection, daysAfterConnecting(8, -1))).toBeNull();
  expect(getRenewalWarning(connection, daysAfterConnecting(8))).toBe(
    "Access to Square hasn't been renewed for 8 days.",
  );
  expect(
    getRenewalWarning(
      { ...connection, renewal_error: "Square didn't respond in time." },
      daysAfterConnecting(7),
    ),
  ).toBe("We couldn't renew access to Square. Square didn't respond in time.");
});
