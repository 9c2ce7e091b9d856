import { type Cents, cents, type Dollars, sumCents, toCents } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";

type PaymentRow = Tables<"invoice_payments">;

/** A payment or refund, with the fee that Square charged for it. The fee is null if it is unknown. */
export type PaymentWithFee = Pick<PaymentRow, "kind" | "status" | "amount" | "tip_amount"> & {
  fee: Dollars | null;
};

export type PaymentTotals = {
  paidCents: Cents;
  tipCents: Cents;
  /** Including refunded tips. */
  refundedCents: Cents;
  feeCents: Cents;
  netCents: Cents;
};

/** An amount of a payment or refund. Refunds are negative. */
export function signedCents({ kind }: Pick<PaymentRow, "kind">, amount: Dollars): Cents {
  const amountCents = toCents(amount);
  return kind === "refund" ? cents(0 - amountCents) : amountCents;
}

/**
 * What the firm receives or returns with one payment or refund: the amount with the tip, minus the fee. Negative for
 * refunds. 0 unless completed.
 */
export function netAmount(payment: PaymentWithFee): Cents {
  const { netCents } = sumPayments([payment]);
  return netCents;
}

/** Totals of completed payments and refunds. Net is paid plus tips, minus refunds and fees. */
export function sumPayments(payments: readonly PaymentWithFee[]): PaymentTotals {
  const completed = payments.filter(({ status }) => status === "completed");
  const received = completed.filter(({ kind }) => kind === "payment");
  const refunds = completed.filter(({ kind }) => kind === "refund");
  const paidCents = sumCents(received.map(({ amount }) => toCents(amount)));
  const tipCents = sumCents(received.map(({ tip_amount }) => toCents(tip_amount)));
  const refundedCents = sumCents(
    refunds.flatMap(({ amount, tip_amount }) => [toCents(amount), toCents(tip_amount)]),
  );
  const feeCents = sumCents(completed.map(({ fee }) => toCents(fee)));
  return {
    paidCents,
    tipCents,
    refundedCents,
    feeCents,
    netCents: cents(paidCents + tipCents - refundedCents - feeCents),
  };
}
