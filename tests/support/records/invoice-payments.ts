import type { TablesInsert } from "#supabase/database.types.ts";

type PaymentInput = TablesInsert<"invoice_payments">;

/** A completed card payment of $300. */
export function buildPayment(invoice_id: string, overrides: Partial<PaymentInput> = {}): PaymentInput {
  const square_id = overrides.square_id ?? `payment-of-${invoice_id}`;
  return {
    invoice_id,
    kind: "payment",
    square_id,
    square_payment_id: square_id,
    status: "completed",
    amount: 300,
    tip_amount: 0,
    receipt_url: null,
    method: "card",
    card_brand: "VISA",
    card_last4: "4242",
    created_at: "2031-01-05T15:00:00Z",
    updated_at: "2031-01-05T15:00:00Z",
    ...overrides,
  };
}

/** A completed refund of $100. */
export function buildRefund(invoice_id: string, overrides: Partial<PaymentInput> = {}): PaymentInput {
  return buildPayment(invoice_id, {
    kind: "refund",
    square_id: `refund-of-${invoice_id}`,
    square_payment_id: `payment-of-${invoice_id}`,
    amount: 100,
    created_at: "2031-01-07T15:00:00Z",
    updated_at: "2031-01-07T15:00:00Z",
    ...overrides,
  });
}
