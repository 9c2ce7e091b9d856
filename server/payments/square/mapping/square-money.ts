import { type Cents, cents } from "#domain/money/money.ts";
import type { StoredMoney } from "#server/payments/payment-provider.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** Thrown for values that cannot be stored. The message is shown as the reason in the sync report. */
export class ImportError extends Error {
  override name = "ImportError";
}

/** Ten billion dollars. Amounts must be smaller to fit the numeric(12, 2) columns. */
const MAX_CENTS = 1_000_000_000_000;

/**
 * Returns an amount in cents, or null if Square provides none.
 * @throws {ImportError} if the currency is not USD, or the amount is negative or too large
 */
export function moneyToCents(money: Square.Money | undefined | null): Cents | null {
  if (money?.amount === undefined || money.amount === null) {
    return null;
  }
  // Yen have no cents, for example, so reading them as dollars would be off by a factor of 100.
  if (money.currency !== "USD") {
    throw new ImportError(`Currency is ${money.currency ?? "missing"}, not USD`);
  }
  if (money.amount < 0) {
    throw new ImportError("Amount is negative");
  }
  if (money.amount >= MAX_CENTS) {
    throw new ImportError("Amount is too large");
  }
  const amount = Number(money.amount);
  if (!Number.isSafeInteger(amount)) {
    throw new ImportError("Amount is not a whole number of cents");
  }
  return cents(amount);
}

/** Converts money to Square's JSON format, with the amount as a number. */
export function toStoredMoney(money: Square.Money | undefined | null): StoredMoney | undefined {
  const amount = moneyToCents(money);
  return amount === null ? undefined : { amount, currency: "USD" };
}
