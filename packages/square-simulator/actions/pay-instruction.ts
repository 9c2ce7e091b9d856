export type PayMethod = "card" | "bank" | "cash_app";

/** How an invoice is to be paid. */
export type PayInstruction = {
  /** Cents, or what Square asks for next, or everything. */
  amount: number | "next" | "all";
  method: PayMethod;
  /** Cents on top, which reach the payment and the order, never the invoice. */
  tipCents?: number;
  receiptBase: string;
  /** Off unless wanted: Square does not send it for invoice payments. */
  orderUpdatedEvents: boolean;
  bankTransferDays: number;
};
