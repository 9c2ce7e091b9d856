import type { Cents } from "#domain/money/money.ts";

/** Explains what the closing balance of a statement is. */
export function describeClosingBalance(closingCents: Cents): string {
  if (closingCents > 0) {
    return "Left to pay at the end of the period, including amounts that weren't due yet.";
  }
  return closingCents < 0
    ? "Paid beyond the invoiced amounts at the end of the period."
    : "Nothing was left to pay at the end of the period.";
}
