import type { Square } from "square";
import type { MoneyOnWire } from "#server/payments/provider.ts";

/** Why an invoice cannot be stored; caught where the invoice is mapped and put into the report. */
export class NotImportable extends Error {
  override name = "NotImportable";
}

/** Just below what the columns hold: ten billion dollars. */
const LIMIT_CENTS = 1_000_000_000_000n;

/**
 * Cents of an amount; null when Square gives none.
 * @throws NotImportable for other currencies, negative and absurd amounts.
 */
export function centsOf(money: Square.Money | undefined | null): number | null {
  if (money?.amount === undefined || money.amount === null) return null;
  // Yen have no cents: read as dollars, an amount would be wrong by a factor of a hundred.
  if (money.currency !== "USD")
    throw new NotImportable(`is in ${money.currency ?? "no currency"}, not in US dollars`);
  if (money.amount < 0n) throw new NotImportable("has a negative amount");
  if (money.amount >= LIMIT_CENTS) throw new NotImportable("has an amount too large to store");
  return Number(money.amount);
}

/** The amount as Square's JSON has it: a number, not the SDK's bigint. */
export function moneyOnWire(money: Square.Money | undefined | null): MoneyOnWire | undefined {
  const amount = centsOf(money);
  return amount === null ? undefined : { amount, currency: "USD" };
}

/** Whole cents, not negative, as decimal dollars: 105 is "1.05". */
export function dollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
