import { type Cents, subtractCents } from "#domain/money/money.ts";

/** Amounts of an invoice. `balanceCents` is the amount owed, and `amountDueCents` the part of it that is due next. */
type DueAmounts = { amountCents: Cents; balanceCents: Cents; amountDueCents: Cents };

/** Returns how the amount due relates to the total: what was paid before, and what remains after it is paid. */
export function splitTotal({ amountCents, balanceCents, amountDueCents }: DueAmounts): {
  paidCents: Cents;
  remainingCents: Cents;
} {
  return {
    paidCents: subtractCents(amountCents, balanceCents),
    remainingCents: subtractCents(balanceCents, amountDueCents),
  };
}
