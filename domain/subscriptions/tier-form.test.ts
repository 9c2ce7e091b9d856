import { expect, test } from "vitest";
import { TierForm, TierOrder, toTierForm } from "#domain/subscriptions/tier-form.ts";

const typed = (change: object = {}) => ({
  ...toTierForm(null),
  name: "Core",
  monthlyPrice: "100",
  ...change,
});
const firstError = (change: object) => TierForm.safeParse(typed(change)).error?.issues[0]?.message;

test("defaults a new tier to active, not popular, without a link", () => {
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
  ["-0.01", "Monthly price can't be negative"],
  ["1000000.01", "Monthly price must be at most 1,000,000"],
  ["1.005", "Monthly price can have at most two decimals"],
  ["1e3", "Monthly price must be a number"],
])("a price of %j: %s", (monthlyPrice, message) => {
  expect(firstError({ monthlyPrice })).toBe(message);
});

test("reads one feature per line, skips empty lines, and allows up to twenty", () => {
  expect(TierForm.parse(typed({ features: " Monthly review \n\n Hotline" })).features).toEqual([
    "Monthly review",
    "Hotline",
  ]);
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Feature ${at}`).join("\n");
  expect(firstError({ features: lines(20) })).toBeUndefined();
  expect(firstError({ features: lines(21) })).toBe("Enter at most 20 features");
  expect(firstError({ features: "x".repeat(201) })).toBe("A feature must be at most 200 characters");
});

test("requires a name that fits its column", () => {
  expect(firstError({ name: "  " })).toBe("Name is required");
  expect(firstError({ name: "x".repeat(101) })).toBe("Name must be at most 100 characters");
});

test("rejects duplicate tiers in an order", () => {
  const id = "4c5a1a52-6f0e-4c0f-9a53-2f1d1b1f8a01";
  expect(TierOrder.safeParse({ ids: [id] }).success).toBe(true);
  expect(TierOrder.safeParse({ ids: [id, id] }).success).toBe(false);
  expect(TierOrder.safeParse({ ids: [] }).success).toBe(false);
});
