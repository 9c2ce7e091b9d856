import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import { plannedInvoiceProblem } from "#domain/proposals/planned-invoice.ts";

test("a payment of at most $1,000,000.00 gets a draft invoice", () => {
  expect(plannedInvoiceProblem({ amount: cents(100_000_000), isDraftDeleted: false })).toBeNull();
});

test("a higher payment, and one whose draft was deleted, need an administrator", () => {
  expect(plannedInvoiceProblem({ amount: cents(100_000_001), isDraftDeleted: false })).toBe(
    "Amounts above $1,000,000.00 aren't drafted automatically. Create the invoice and link it.",
  );
  expect(plannedInvoiceProblem({ amount: cents(1), isDraftDeleted: true })).toBe(
    "Its draft invoice was deleted. Create the invoice and link it.",
  );
});
