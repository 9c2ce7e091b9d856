import type { Square } from "square";
import { type Cents, cents } from "#domain/money/money.ts";
import type { StoredMoney } from "#server/payments/payment-provider.ts";

/** Thrown for values that cannot be stored. The message becomes the reason in the sync report. */
export class ImportError extends Error {
  override name = "ImportError";
}

/** Ten billion dollars, the limit of the numeric(12, 2) columns. Amounts must be smaller. */
const MAX_CENTS = 1_000_000_000_000n;

/**
 * Returns an amount in cents; null when Square provides none.
 * @throws {ImportError} for other currencies, and for negative or too large amounts
 */
export function moneyToCents(money: Square.Money | undefined | null): Cents | null {
  if (money?.amount === undefined || money.amount === null) {
    return null;
  }
  // For example, yen have no cents: read as dollars, the amount would be off by a factor of 100.
  if (money.currency !== "USD") {
    throw new ImportError(`Currency is ${money.currency ?? "missing"}, not USD`);
  }
  if (money.amount < 0n) {
    throw new ImportError("Amount is negative");
  }
  if (money.amount >= MAX_CENTS) {
    throw new ImportError("Amount is too large");
  }
  return cents(Number(money.amount));
}

/** Returns the amount as in Square's JSON: a number, not the SDK's bigint. */
export function toStoredMoney(money: Square.Money | undefined | null): StoredMoney | undefined {
  const amount = moneyToCents(money);
  return amount === null ? undefined : { amount, currency: "USD" };
}
