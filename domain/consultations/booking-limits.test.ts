import { describe, expect, test } from "vitest";
import {
  bookingLimitMessage,
  findReachedHoldLimit,
  findReachedUpcomingLimit,
  holdLimitMessage,
  upcomingLimitMessage,
} from "./booking-limits.ts";

const LAST_HOLDS = { perEmail: 1, perNetwork: 9, perDomain: 9, total: 49 };

describe("unconfirmed bookings", () => {
  test("are possible below all limits", () => {
    expect(findReachedHoldLimit(LAST_HOLDS)).toBeNull();
  });

  test.each([
    ["perEmail", 2, "This address has 2 bookings waiting"],
    ["perNetwork", 10, "Your network has 10 bookings waiting"],
    ["perDomain", 10, "Your email domain has 10 bookings waiting"],
    ["total", 50, "unusual number of bookings"],
  ] as const)("have the limit %s: %d", (limit, count, message) => {
    expect(findReachedHoldLimit({ ...LAST_HOLDS, [limit]: count })).toBe(limit);
    expect(holdLimitMessage(limit)).toContain(message);
  });
});

describe("upcoming consultations", () => {
  test("are possible below all limits", () => {
    expect(findReachedUpcomingLimit({ perEmail: 1, perDomain: 4 })).toBeNull();
  });

  test.each([
    ["perEmail", 2, "You already have 2 consultations"],
    ["perDomain", 5, "your email domain already have 5 consultations"],
  ] as const)("have the limit %s: %d", (limit, count, message) => {
    expect(findReachedUpcomingLimit({ perEmail: 1, perDomain: 4, [limit]: count })).toBe(limit);
    expect(upcomingLimitMessage(limit)).toContain(message);
  });
});

test.each([
  ["holds", "50 bookings are waiting"],
  ["confirmations", "30 consultations within an hour"],
  ["network", "from one network"],
  ["domain", "with the same email domain"],
  ["daily_confirmations", "at least 10 consultations within a day. They can still book"],
] as const)("explains to administrators what the limit %s prevents", (limit, message) => {
  expect(bookingLimitMessage(limit)).toContain(message);
});
