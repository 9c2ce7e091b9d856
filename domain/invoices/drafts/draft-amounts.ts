import type { DraftLine } from "#domain/invoices/drafts/invoice-draft.ts";
import { type Cents, cents, subtractCents, sumCents } from "#domain/money/money.ts";

/** A whole number, or one with one or two decimals. Square accepts at most 12 characters. */
const QUANTITY_PATTERN = /^(\d{1,5})(?:\.(\d{1,2}))?$/;

/** Whether the text is a quantity between 0.01 and 99999.99. */
export function isQuantity(text: string): boolean {
  return QUANTITY_PATTERN.test(text) && toHundredths(text) > 0;
}

/** Returns the quantity times the price, rounded half up to cents. The same rule as `private.is_invoice_draft_total`. */
export function lineAmount(quantity: string, unitCents: Cents): Cents {
  const product = toHundredths(quantity) * unitCents;
  if (!Number.isSafeInteger(product)) {
    throw new RangeError(`not an amount: ${quantity} × ${unitCents}`);
  }
  return cents(Math.floor((product + 50) / 100));
}

/** Whether Square computes the same amount from the quantity and the price, without rounding. */
export function isWholeQuantity(quantity: string): boolean {
  return toHundredths(quantity) % 100 === 0;
}

type DraftAmounts = { lines: readonly Pick<DraftLine, "amountCents">[]; discountCents: Cents };

/** The sum of the lines, before the discount. */
export function draftSubtotal(lines: DraftAmounts["lines"]): Cents {
  return sumCents(lines.map(({ amountCents }) => amountCents));
}

/** The amount of the invoice: its lines minus the discount. */
export function draftTotal({ lines, discountCents }: DraftAmounts): Cents {
  return subtractCents(draftSubtotal(lines), discountCents);
}

/** @throws {RangeError} for text that is not a quantity */
function toHundredths(quantity: string): number {
  const parts = QUANTITY_PATTERN.exec(quantity);
  if (!parts) {
    throw new RangeError(`not a quantity: ${quantity}`);
  }
  const [, whole = "0", fraction = ""] = parts;
  return Number(whole + fraction.padEnd(2, "0"));
}
