import type { Payment } from "../wire/payment.ts";

/** Sets the fee that Square charges for a completed payment: 2.9 % plus $0.30, or 1 % and at least $1 for a bank transfer. */
export function chargeProcessingFee(payment: Payment): void {
  const { amount, currency } = payment.total_money;
  const cents =
    payment.source_type === "BANK_ACCOUNT"
      ? Math.max(100, Math.round(amount * 0.01))
      : Math.round(amount * 0.029) + 30;
  payment.processing_fee = [
    { type: "INITIAL", amount_money: { amount: cents, currency }, effective_at: payment.updated_at },
  ];
}
