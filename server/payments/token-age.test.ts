import { expect, test } from "vitest";
import { isDueForRenewal, renewalAlarm } from "./token-age.ts";

const connected = new Date("2026-11-01T00:00:00Z");
const connection = { connected_at: connected, refreshed_at: null, renewal_error: null };
const after = (days: number, more = 0) => new Date(connected.getTime() + days * 86_400_000 + more);

test("tokens are renewed from the seventh day on, counted from the last renewal", () => {
  expect(isDueForRenewal(connection, after(7, -1))).toBe(false);
  expect(isDueForRenewal(connection, after(7))).toBe(true);
  expect(isDueForRenewal({ ...connection, refreshed_at: after(3) }, after(9))).toBe(false);
});

test("the eighth day without a renewal is an alarm, and a failed one is at once", () => {
  expect(renewalAlarm(connection, after(8, -1))).toBeNull();
  expect(renewalAlarm(connection, after(8))).toBe("Access to Square has not been renewed for 8 days.");
  expect(renewalAlarm({ ...connection, renewal_error: "Square did not answer in time." }, after(7))).toBe(
    "Access to Square could not be renewed. Square did not answer in time.",
  );
});
