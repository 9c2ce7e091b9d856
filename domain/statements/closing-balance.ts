import type { Cents } from "#domain/money/money.ts";
import type { Statement } from "#domain/statements/build-statement.ts";

/** How to pay the closing balance. The name of the section "Billing", as a link or with its address, follows. */
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

/** Whether to show how to pay. Nothing may be left to pay of the closing balance of a period that has ended. */
export function isPayable({
  closingCents,
  balanceDueCents,
}: Pick<Statement, "closingCents" | "balanceDueCents">): boolean {
  return closingCents > 0 && balanceDueCents > 0;
}
