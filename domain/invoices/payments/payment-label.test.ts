import { expect, test } from "vitest";
import { paymentMethodLabel } from "./payment-label.ts";

test.each([
  ["VISA", "4242", "Visa ending in 4242"],
  ["AMERICAN_EXPRESS", "0005", "American Express ending in 0005"],
  ["A_NEW_BRAND", "1111", "Card ending in 1111"],
  [null, "1111", "Card ending in 1111"],
  ["VISA", null, "Visa"],
  [null, null, "Card"],
])("labels a card of the brand %s with the last digits %s as %s", (card_brand, card_last4, label) => {
  expect(paymentMethodLabel({ method: "card", card_brand, card_last4 })).toBe(label);
});

test.each([
  ["bank_account", "Bank transfer"],
  ["wallet", "Digital wallet"],
  ["external", "Paid outside Square"],
] as const)("labels the method %s as %s", (method, label) => {
  expect(paymentMethodLabel({ method, card_brand: null, card_last4: null })).toBe(label);
});
