import { expect, test } from "vitest";
import { draftPaymentName } from "./draft-labels.ts";

test("numbers only installments", () => {
  const payments = [{ kind: "deposit" }, { kind: "installment" }, { kind: "installment" }] as const;
  expect(payments.map((_, index) => draftPaymentName(payments, index))).toEqual([
    "Deposit",
    "Installment 1",
    "Installment 2",
  ]);
  expect(draftPaymentName([{ kind: "deposit" }, { kind: "balance" }], 1)).toBe("Balance");
});

test("doesn't call a single payment a balance", () => {
  expect(draftPaymentName([{ kind: "balance" }], 0)).toBe("Payment");
});
