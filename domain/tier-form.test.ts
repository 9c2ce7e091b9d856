import { expect, test } from "vitest";
import { TierForm, TierOrder, tierFormOf } from "#domain/tier-form.ts";

const typed = (change: object = {}) => ({
  ...tierFormOf(null),
  name: "Core",
  monthlyPrice: "100",
  ...change,
});
const complaint = (change: object) => TierForm.safeParse(typed(change)).error?.issues[0]?.message;

test("a new tier is on offer, not popular, and has no link", () => {
  expect(TierForm.parse(typed())).toEqual({
    name: "Core",
    monthlyPrice: 100,
    features: [],
    isPopular: false,
    isActive: true,
    checkoutUrl: null,
  });
});

test.each([
  ["0", undefined],
  ["1000000", undefined],
  ["99.95", undefined],
  ["", "Monthly price is required"],
  ["-0.01", "Monthly price must not be negative"],
  ["1000000.01", "Monthly price must be at most 1,000,000"],
  ["1.005", "Monthly price has at most two decimals"],
  ["1e3", "Monthly price must be a number"],
])("a price of %j: %s", (monthlyPrice, words) => {
  expect(complaint({ monthlyPrice })).toBe(words);
});

test("features stand one a line, empty lines are none, and twenty are enough", () => {
  expect(TierForm.parse(typed({ features: " Monthly review \n\n Hotline" })).features).toEqual([
    "Monthly review",
    "Hotline",
  ]);
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Feature ${at}`).join("\n");
  expect(complaint({ features: lines(20) })).toBeUndefined();
  expect(complaint({ features: lines(21) })).toBe("A tier has at most 20 features");
  expect(complaint({ features: "x".repeat(201) })).toBe("A feature must be at most 200 characters");
});

test("a name is required and fits its column", () => {
  expect(complaint({ name: "  " })).toBe("Name is required");
  expect(complaint({ name: "x".repeat(101) })).toBe("Name must be at most 100 characters");
});

test("an order holds each tier once", () => {
  const id = "4c5a1a52-6f0e-4c0f-9a53-2f1d1b1f8a01";
  expect(TierOrder.safeParse({ ids: [id] }).success).toBe(true);
  expect(TierOrder.safeParse({ ids: [id, id] }).success).toBe(false);
  expect(TierOrder.safeParse({ ids: [] }).success).toBe(false);
});
