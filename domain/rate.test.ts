import { expect, test } from "vitest";
import { DEFAULT_RATE_CARDS, rateCardsOf } from "#domain/rate.ts";

const own = {
  id: "1",
  client_id: "2",
  service_type: "Other",
  hourly_rate: 100,
  monthly_retainer: null,
  discount_tier: null,
  description: "",
  effective_from: "2025-01-01",
  created_at: "2025-01-01T00:00:00Z",
};

test("a client without rates sees the default ones, with rates only its own", () => {
  expect(rateCardsOf([])).toBe(DEFAULT_RATE_CARDS);
  expect(rateCardsOf([own])).toEqual([own]);
});

test("the default rates are those of the specification", () => {
  expect(
    DEFAULT_RATE_CARDS.map((card) => [card.service_type, card.hourly_rate, card.monthly_retainer]),
  ).toEqual([
    ["AI Security Assessment", 350, 25_000],
    ["AI Security Governance", 300, 20_000],
    ["AI Engineering Acceleration", 275, 18_000],
  ]);
});
