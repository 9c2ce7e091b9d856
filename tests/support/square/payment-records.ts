import { cents, ZERO_CENTS } from "#domain/money/money.ts";
import type {
  InvoicePayment,
  PaymentRecord,
  RefundRecord,
} from "#server/payments/square/mapping/invoice-payments.ts";

/** A completed refund of the payment P1, by default. */
export function buildRefundRecord(amount: number, overrides: Partial<RefundRecord> = {}): RefundRecord {
  return {
    id: `R-${amount}`,
    paymentId: "P1",
    status: "COMPLETED",
    cents: cents(amount),
    feeCents: null,
    createdAt: 0,
    updatedAt: 0,
    ...overrides,
  };
}

/** A completed card payment P1 without a tip, by default. */
export function buildPaymentRecord(amount: number, overrides: Partial<PaymentRecord> = {}): PaymentRecord {
  const refunds = overrides.refunds ?? [];
  return {
    id: "P1",
    status: "COMPLETED",
    cents: cents(amount),
    tipCents: ZERO_CENTS,
    details: { method: "card", cardBrand: "VISA", cardLast4: "1111", receiptNumber: "", receiptUrl: "" },
    feeCents: null,
    refundIds: refunds.map(({ id }) => id),
    refunds,
    createdAt: 0,
    updatedAt: 0,
    ...overrides,
  };
}

/** A payment that Square returned, with its tender. */
export function buildInvoicePayment(record: PaymentRecord): InvoicePayment {
  return {
    id: record.id,
    cents: record.cents,
    isCompleted: record.status === "COMPLETED",
    tender: { id: record.id, type: "CARD" },
    record,
  };
}
