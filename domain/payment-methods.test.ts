import { expect, test } from "vitest";
import { acceptedPaymentMethods } from "#domain/payment-methods.ts";

test("accepted methods come in one order, whatever the order stored", () => {
  expect(acceptedPaymentMethods({ cash_app_pay: true, bank_account: false, card: true, gift: true })).toEqual(
    ["Card", "Cash App"],
  );
});

test.each([null, undefined, [], "card", { card: "yes" }, {}])("%o accepts nothing", (stored) => {
  expect(acceptedPaymentMethods(stored)).toEqual([]);
});
