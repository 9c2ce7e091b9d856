import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { dollars } from "#domain/money/money.ts";
import { DEFAULT_RATE_CARDS, rateCardsOrDefaults } from "#domain/rates/rate-card.ts";

const ownCard = {
  id: "1",
  client_id: "2",
  service_type: "Other",
  hourly_rate: dollars(100),
  monthly_retainer: null,
  discount_tier: null,
  description: "",
  effective_from: calendarDate("2025-01-01"),
  created_at: instant("2025-01-01T00:00:00Z"),
};

test("returns the default cards only when a client has none", () => {
  expect(rateCardsOrDefaults([])).toBe(DEFAULT_RATE_CARDS);
  expect(rateCardsOrDefaults([ownCard])).toEqual([ownCard]);
});

test("uses the documented default rates", () => {
  expect(
    DEFAULT_RATE_CARDS.map((card) => [card.service_type, card.hourly_rate, card.monthly_retainer]),
  ).toEqual([
    ["AI Security Assessment", 350, 25_000],
    ["AI Security Governance", 300, 20_000],
    ["AI Engineering Acceleration", 275, 18_000],
  ]);
});
