import { expect, test } from "vitest";
import { splitTotal } from "#domain/invoices/due-dates/split-total.ts";
import { cents } from "#domain/money/money.ts";

test.each([
  ["everything is due", { amount: 120_000, balance: 120_000, due: 120_000 }, { paid: 0, remaining: 0 }],
  [
    "the first of several payments",
    { amount: 120_000, balance: 120_000, due: 40_000 },
    { paid: 0, remaining: 80_000 },
  ],
  ["a later payment", { amount: 120_000, balance: 90_005, due: 40_000 }, { paid: 29_995, remaining: 50_005 }],
  ["the last payment", { amount: 120_000, balance: 40_000, due: 40_000 }, { paid: 80_000, remaining: 0 }],
])("splits the total of an invoice: %s", (_, { amount, balance, due }, { paid, remaining }) => {
  expect(
    splitTotal({ amountCents: cents(amount), balanceCents: cents(balance), amountDueCents: cents(due) }),
  ).toEqual({ paidCents: paid, remainingCents: remaining });
});
