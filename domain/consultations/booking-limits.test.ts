import { describe, expect, test } from "vitest";
import {
  bookingLimitMessage,
  findReachedHoldLimit,
  findReachedUpcomingLimit,
  holdLimitMessage,
  upcomingLimitMessage,
} from "./booking-limits.ts";

const LAST_HOLDS = { ofEmail: 1, ofNetwork: 9, ofDomain: 9, ofAll: 49 };

describe("unconfirmed bookings", () => {
  test("are possible below all limits", () => {
    expect(findReachedHoldLimit(LAST_HOLDS)).toBeNull();
  });

  test.each([
    ["ofEmail", 2, "This address has 2 bookings waiting"],
    ["ofNetwork", 10, "Your network has 10 bookings waiting"],
    ["ofDomain", 10, "Your email domain has 10 bookings waiting"],
    ["ofAll", 50, "unusual number of bookings"],
  ] as const)("are limited %s to %d", (limit, count, message) => {
    expect(findReachedHoldLimit({ ...LAST_HOLDS, [limit]: count })).toBe(limit);
    expect(holdLimitMessage(limit)).toContain(message);
  });
});

describe("upcoming consultations", () => {
  test("are possible below all limits", () => {
    expect(findReachedUpcomingLimit({ ofEmail: 1, ofDomain: 4 })).toBeNull();
  });

  test.each([
    ["ofEmail", 2, "You already have 2 consultations"],
    ["ofDomain", 5, "your email domain already have 5 consultations"],
  ] as const)("are limited %s to %d", (limit, count, message) => {
    expect(findReachedUpcomingLimit({ ofEmail: 1, ofDomain: 4, [limit]: count })).toBe(limit);
    expect(upcomingLimitMessage(limit)).toContain(message);
  });
});

test.each([
  ["holds", "50 bookings are waiting"],
  ["confirmations", "30 consultations within an hour"],
  ["daily_confirmations", "at least 10 consultations within a day. They can still book"],
] as const)("administrators read what the limit of %s prevents", (limit, message) => {
  expect(bookingLimitMessage(limit)).toContain(message);
});
