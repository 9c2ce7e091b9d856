import type { Money } from "../wire/money.ts";
import type { Body } from "./answer.ts";
import { objectIn } from "./fields.ts";
import { SquareFailure } from "./square-failure.ts";

/** An amount in a request, in cents of a currency; undefined when it is left out. */
export function moneyIn(body: Body, field: string): Money | undefined {
  if (body[field] === undefined || body[field] === null) return undefined;
  const { amount, currency } = objectIn(body, field);
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 0) {
    throw new SquareFailure("EXPECTED_INTEGER", "Expected cents.", `${field}.amount`);
  }
  if (currency !== undefined && currency !== "USD") {
    throw new SquareFailure("CURRENCY_MISMATCH", "The seller's currency is USD.", `${field}.currency`);
  }
  return { amount, currency: "USD" };
}
