export type PaymentMethod = "card" | "bank" | "cash_app";

/** How to pay an invoice. */
export type PaymentOptions = {
  /** Cents, the next payment, or the full amount due. */
  amount: number | "next" | "all";
  method: PaymentMethod;
  /** Tip in cents. It is part of the payment and the order, not of the invoice. */
  tipCents?: number;
  receiptBase: string;
  /** Whether to emit `order.updated`. Square does not send it for invoice payments. */
  orderUpdatedEvents: boolean;
  bankTransferDays: number;
};
