import { expect, test } from "vitest";
import { paymentMethodLabels } from "#domain/invoices/payments/payment-methods.ts";

test("returns accepted methods in a fixed order", () => {
  expect(paymentMethodLabels({ cash_app_pay: true, bank_account: false, card: true, gift: true })).toEqual([
    "Card",
    "Cash App",
  ]);
});

test.each([null, undefined, [], "card", { card: "yes" }, {}])("returns no methods for %o", (stored) => {
  expect(paymentMethodLabels(stored)).toEqual([]);
});
