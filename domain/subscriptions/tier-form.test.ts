import { expect, test } from "vitest";
import { dollars } from "#domain/money/money.ts";
import { Tier, TierForm, TierOrder, toTierForm } from "#domain/subscriptions/tier-form.ts";

const buildTierInput = (change: object = {}) => ({
  ...toTierForm(null),
  name: "Core",
  monthlyPrice: "100",
  ...change,
});
const getFirstError = (change: object) =>
  TierForm.safeParse(buildTierInput(change)).error?.issues[0]?.message;

test("defaults a new tier to active, not popular, without a link", () => {
  expect(TierForm.parse(buildTierInput())).toEqual({
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
])("validates the price %j (message: %s)", (monthlyPrice, message) => {
  expect(getFirstError({ monthlyPrice })).toBe(message);
});

test("reads one feature per line, skips empty lines, and allows up to twenty", () => {
  expect(TierForm.parse(buildTierInput({ features: " Monthly review \n\n Hotline" })).features).toEqual([
    "Monthly review",
    "Hotline",
  ]);
  const buildLines = (count: number) => Array.from({ length: count }, (_, at) => `Feature ${at}`).join("\n");
  expect(getFirstError({ features: buildLines(20) })).toBeUndefined();
  expect(getFirstError({ features: buildLines(21) })).toBe("Enter at most 20 features");
  expect(getFirstError({ features: "x".repeat(201) })).toBe("A feature must be at most 200 characters");
});

test("requires a name that fits in its column", () => {
  expect(getFirstError({ name: "  " })).toBe("Name is required");
  expect(getFirstError({ name: "x".repeat(101) })).toBe("Name must be at most 100 characters");
});

test("rejects duplicate tiers in an order", () => {
  const id = "4c5a1a52-6f0e-4c0f-9a53-2f1d1b1f8a01";
  expect(TierOrder.safeParse({ ids: [id] }).success).toBe(true);
  expect(TierOrder.safeParse({ ids: [id, id] }).success).toBe(false);
  expect(TierOrder.safeParse({ ids: [] }).success).toBe(false);
});

test.each([
  ["$99", "Monthly price must be a number"],
  ["0x10", "Monthly price must be a number"],
  ["1,000", "Monthly price must be a number"],
  [".5", "Monthly price must be a number"],
  ["  ", "Monthly price is required"],
  ["5.", undefined],
  [" 5 ", undefined],
  ["0.01", undefined],
])("parses the price %j (message: %s)", (monthlyPrice, message) => {
  expect(getFirstError({ monthlyPrice })).toBe(message);
});

test.each([
  [0, true],
  [1_000_000, true],
  [0.1 + 0.2, false],
  [-0.01, false],
  [1_000_000.01, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  ["100", false],
])("the endpoint validates the price %j (accepted: %s)", (monthlyPrice, accepted) => {
  const tier = {
    name: "Core",
    monthlyPrice,
    features: [],
    isPopular: false,
    isActive: true,
    checkoutUrl: null,
  };
  expect(Tier.safeParse(tier).success).toBe(accepted);
});

test("rejects the null character, which PostgreSQL can't store", () => {
  expect(getFirstError({ name: "Co\0re" })).toBe("Remove unsupported characters");
  expect(getFirstError({ features: "a\0" })).toBe("Remove unsupported characters");
  expect(getFirstError({ checkoutUrl: "https://a\0" })).toBe("Remove unsupported characters");
});

test("accepts texts of exactly the maximum length", () => {
  expect(getFirstError({ name: "x".repeat(100) })).toBeUndefined();
  expect(getFirstError({ features: "x".repeat(200) })).toBeUndefined();
  expect(getFirstError({ checkoutUrl: "x".repeat(2000) })).toBeUndefined();
  expect(getFirstError({ checkoutUrl: "x".repeat(2001) })).toBe(
    "Checkout link must be at most 2000 characters",
  );
});

test("accepts an order of up to 100 tiers", () => {
  const buildIds = (count: number) =>
    Array.from({ length: count }, (_, at) => `4c5a1a52-6f0e-4c0f-9a53-${String(at).padStart(12, "0")}`);
  expect(TierOrder.safeParse({ ids: buildIds(100) }).success).toBe(true);
  expect(TierOrder.safeParse({ ids: buildIds(101) }).success).toBe(false);
  expect(TierOrder.safeParse({ ids: ["core"] }).success).toBe(false);
});

test("fills the form from a stored tier, and reads the same tier back", () => {
  const form = toTierForm({
    id: "4c5a1a52-6f0e-4c0f-9a53-2f1d1b1f8a01",
    tier_name: "Guard",
    monthly_price: dollars(499.9),
    features: ["Hotline", "Monthly review"],
    is_popular: true,
    is_active: false,
    square_checkout_url: "https://square.link/u/1",
    square_plan_variation_id: null,
    display_order: 1,
  });
  expect(TierForm.parse(form)).toEqual({
    name: "Guard",
    monthlyPrice: 499.9,
    features: ["Hotline", "Monthly review"],
    isPopular: true,
    isActive: false,
    checkoutUrl: "https://square.link/u/1",
  });
});
