import {
  amountOwed,
  amountPaid,
  amountReceived,
  type InvoiceMoney,
  type InvoiceStatuses,
} from "#domain/invoices/invoice.ts";
import { type Cents, cents, type Dollars, toCents } from "#domain/money/money.ts";

/** Columns that determine an invoice's totals, in dollars. */
export type TotaledInvoice = InvoiceMoney &
  InvoiceStatuses & {
    discount_amount: Dollars;
    tax_amount: Dollars;
    service_charge_amount: Dollars;
    tip_amount: Dollars;
  };

export type InvoiceTotals = {
  /** Before discounts, taxes and service charges. */
  subtotalCents: Cents;
  discountCents: Cents;
  taxCents: Cents;
  serviceChargeCents: Cents;
  totalCents: Cents;
  tipCents: Cents;
  /** Before refunds. */
  receivedCents: Cents;
  refundedCents: Cents;
  /** After refunds. */
  paidCents: Cents;
  owedCents: Cents;
};

/**
 * Totals of one invoice. The subtotal is computed from the total, so that the figures always add up, even for an invoice
 * without line items or with tax-inclusive prices.
 */
export function invoiceTotals(invoice: TotaledInvoice): InvoiceTotals {
  const totalCents = toCents(invoice.amount);
  const discountCents = toCents(invoice.discount_amount);
  const taxCents = toCents(invoice.tax_amount);
  const serviceChargeCents = toCents(invoice.service_charge_amount);
  return {
    subtotalCents: cents(totalCents + discountCents - taxCents - serviceChargeCents),
    discountCents,
    taxCents,
    serviceChargeCents,
    totalCents,
    tipCents: toCents(invoice.tip_amount),
    receivedCents: amountReceived(invoice),
    refundedCents: toCents(invoice.refunded_amount),
    paidCents: amountPaid(invoice),
    owedCents: amountOwed(invoice),
  };
}
