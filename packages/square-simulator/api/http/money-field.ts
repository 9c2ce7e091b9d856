import type { Money } from "../../wire/money.ts";
import { readObjectField } from "./fields.ts";
import type { RequestBody } from "./handle-operation.ts";
import { SquareApiError } from "./square-api-error.ts";

/** Reads an amount in cents. Returns undefined if it is omitted. @throws {SquareApiError} */
export function readMoneyField(body: RequestBody, field: string): Money | undefined {
  if (body[field] === undefined || body[field] === null) {
    return undefined;
  }
  const { amount, currency } = readObjectField(body, field);
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 0) {
    throw new SquareApiError("EXPECTED_INTEGER", "Expected an integer of at least 0.", `${field}.amount`);
  }
  if (currency !== undefined && currency !== "USD") {
    throw new SquareApiError("CURRENCY_MISMATCH", "The seller's currency is USD.", `${field}.currency`);
  }
  return { amount, currency: "USD" };
}
