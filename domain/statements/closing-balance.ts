import type { Cents } from "#domain/money/money.ts";
import type { Statement } from "#domain/statements/build-statement.ts";

/** How to pay the closing balance. Add the name of the section, "Billing", with its link or address. */
export const PAYMENT_HINT = "To pay, open an unpaid invoice in";

/** Explains what the closing balance of a statement is. */
export function describeClosingBalance(closingCents: Cents): string {
  if (closingCents > 0) {
    return "Left to pay at the end of the period, including amounts that weren't due yet.";
  }
  return closingCents < 0
    ? "Overpaid at the end of the period."
    : "Nothing was left to pay at the end of the period.";
}

/** Whether to show how to pay. The closing balance of a past period may have been paid since. */
export function isPayable({
  closingCents,
  balanceDueCents,
}: Pick<Statement, "closingCents" | "balanceDueCents">): boolean {
  return closingCents > 0 && balanceDueCents > 0;
}
