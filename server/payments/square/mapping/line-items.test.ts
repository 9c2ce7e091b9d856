import type { Square } from "square";
import { expect, test } from "vitest";
import { parseLineItems } from "#domain/invoices/line-items.ts";
import { mapLineItems } from "./line-items.ts";

const usd = (amount: number): Square.Money => ({ amount: BigInt(amount), currency: "USD" });
const mapItem = (item: Partial<Square.OrderLineItem>) =>
  mapLineItems({ locationId: "L1", lineItems: [{ quantity: "1", ...item }] });

test("a line item is stored in cents and read back unchanged", () => {
  const stored = mapItem({
    name: "Red team exercise",
    note: "March",
    quantity: "2.5",
    basePriceMoney: usd(20_000),
    grossSalesMoney: usd(50_000),
    totalDiscountMoney: usd(5000),
    totalTaxMoney: usd(3600),
    totalMoney: usd(48_600),
  });
  expect(parseLineItems(JSON.parse(JSON.stringify(stored)))).toEqual([
    {
      name: "Red team exercise",
      note: "March",
      quantity: "2.5",
      unitPriceCents: 20_000,
      grossCents: 50_000,
      discountCents: 5000,
      taxCents: 3600,
      totalCents: 48_600,
    },
  ]);
});

test("the gross amount is derived from the total if Square omits it", () => {
  const item = { totalMoney: usd(48_600), totalDiscountMoney: usd(5000), totalTaxMoney: usd(3600) };
  expect(mapItem(item)).toMatchObject([{ gross: 50_000, total: 48_600 }]);
});

test.each([
  ["Audit", "Regular", "Audit"],
  ["Audit", "Two weeks", "Audit (Two weeks)"],
  ["Audit", null, "Audit"],
  [null, "Two weeks", "Two weeks"],
])("the name of %s with the variation %s is %s", (name, variationName, expected) => {
  expect(mapItem({ name, variationName })).toMatchObject([{ name: expected }]);
});

test("an order without lines has no line items", () => {
  expect(mapLineItems(undefined)).toEqual([]);
  expect(mapLineItems({ locationId: "L1" })).toEqual([]);
});

test("amounts in another currency are rejected", () => {
  expect(() => mapItem({ totalMoney: { amount: 100n, currency: "CAD" } })).toThrow(
    "Currency is CAD, not USD",
  );
});
