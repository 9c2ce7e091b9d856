import { dateInTimeZone, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { firstUnpaidDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { parseSchedule, type ScheduleEntry } from "#domain/invoices/due-dates/payment-schedule.ts";
import { isOpen } from "#domain/invoices/invoice.ts";
import { type Cents, sumCents, toDollars, ZERO_CENTS } from "#domain/money/money.ts";
import {
  type InvoiceResult,
  type ProviderInvoice,
  UNSETTLED_REASON,
} from "#server/payments/payment-provider.ts";
import { findContradiction } from "#server/payments/square/mapping/contradictions.ts";
import {
  firstValidTimeZone,
  getIssuedDate,
  getPaidDate,
} from "#server/payments/square/mapping/invoice-dates.ts";
import {
  getObjectVersions,
  type InvoicePayment,
  mapInvoicePayments,
  type PaymentRecord,
} from "#server/payments/square/mapping/invoice-payments.ts";
import { getPortalStatus, isFullyPaid } from "#server/payments/square/mapping/invoice-status.ts";
import { mapLineItems } from "#server/payments/square/mapping/line-items.ts";
import { mapPayer } from "#server/payments/square/mapping/map-payer.ts";
import {
  getPaidAmount,
  getRefundedAmount,
  sumPendingRefunds,
} from "#server/payments/square/mapping/paid-amount.ts";
import { mapPaymentRows, sumProcessingPayments } from "#server/payments/square/mapping/payment-rows.ts";
import { addRefundedAmounts, mapPaymentSchedule } from "#server/payments/square/mapping/payment-schedule.ts";
import { sanitizeText } from "#server/payments/square/mapping/sanitize-text.ts";
import { ImportError, moneyToCents } from "#server/payments/square/mapping/square-money.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";
import type { PaymentUrlCheck } from "#server/payments/square/payment-url.ts";

/** The Square data that an invoice is mapped from. */
export type InvoiceSource = {
  invoice: Square.Invoice;
  order: Square.Order | undefined;
  /** The order's payments with their refunds, if Square returned them. */
  payments: ReadonlyMap<string, PaymentRecord>;
  customer: Square.Customer | undefined;
  locationTimeZone: string | undefined;
  merchantId: string;
  now: Date;
  checkPaymentUrl: PaymentUrlCheck;
};

/** Maps a Square invoice to the portal's columns. This is a pure function. */
export function importInvoice(source: InvoiceSource): InvoiceResult {
  const { invoice } = source;
  const id = invoice.id ?? "";
  const version = invoice.version ?? 0;
  if (invoice.status === "DRAFT") {
    return { kind: "draft", id, version };
  }
  try {
    const payments = mapInvoicePayments(source.order, source.payments);
    const requests = mapPaymentSchedule(invoice.paymentRequests);
    const paymentSchedule = addRefundedAmounts(requests, payments, invoice.status);
    const schedule = parseSchedule(paymentSchedule);
    const mappedInvoice = mapInvoice({ ...source, payments, paymentSchedule, schedule });
    const contradiction = findContradiction({ ...source, payments, schedule });
    if (contradiction?.isRecent) {
      const label = mappedInvoice.invoice_number || id;
      return {
        kind: "unsettled",
        id,
        invoice: label,
        reason: UNSETTLED_REASON,
        contradiction: contradiction.reason,
      };
    }
    return {
      kind: "invoice",
      invoice: mappedInvoice,
      payer: mapPayer(source.customer, invoice.primaryRecipient),
      isComplete: isComplete(source),
      contradiction: contradiction?.reason ?? null,
      orderId: invoice.orderId ?? null,
      payments: mapPaymentRows(payments, source.checkPaymentUrl),
      versions: getObjectVersions(source.order, payments),
    };
  } catch (error) {
    if (!(error instanceof ImportError)) {
      throw error;
    }
    return {
      kind: "rejected",
      id,
      version,
      invoice: sanitizeText(invoice.invoiceNumber) || id,
      reason: error.message,
    };
  }
}

/**
 * Whether all data required to compute the amounts is present. Square omits orders that it does not find, and may omit
 * any field.
 */
function isComplete({ invoice, order }: InvoiceSource): boolean {
  if (invoice.orderId && !order) {
    return false;
  }
  const requests = invoice.paymentRequests ?? [];
  const hasAmounts = requests.some((request) => (moneyToCents(request.computedAmountMoney) ?? 0) > 0);
  return hasAmounts || (requests.length > 0 && moneyToCents(order?.totalMoney) === 0);
}

type MappingSource = Omit<InvoiceSource, "payments"> & {
  payments: readonly InvoicePayment[];
  paymentSchedule: ProviderInvoice["payment_schedule"];
  schedule: readonly ScheduleEntry[];
};

function mapInvoice(source: MappingSource): ProviderInvoice {
  const { invoice, order, payments, paymentSchedule, schedule } = source;
  if (!invoice.id) {
    throw new ImportError("Missing ID");
  }
  if (!invoice.status) {
    throw new ImportError("Missing status");
  }
  const timeZone = firstValidTimeZone([invoice.timezone, source.locationTimeZone]);
  const amountCents = getInvoiceAmount(schedule, order);
  const refundedCents = getRefundedAmount(schedule, payments, { squareStatus: invoice.status, amountCents });
  const pendingRefundCents = sumPendingRefunds(payments);
  const hasRefund = refundedCents > 0 || pendingRefundCents > 0;
  // Square does not document whether an invoice remains REFUNDED after its refund failed.
  const isRefundFailed = invoice.status === "REFUNDED" && !hasRefund && isFullyPaid(schedule);
  const today = dateInTimeZone(source.now, timeZone);
  const status = getPortalStatus(isRefundFailed ? "PAID" : invoice.status, schedule, today);
  const issued = getIssuedDate(invoice, timeZone);
  const paid = status === "paid" ? getPaidDate(invoice, order, timeZone) : { date: null, isEstimate: false };
  return {
    square_invoice_id: invoice.id,
    invoice_number: sanitizeText(invoice.invoiceNumber),
    description: getInvoiceDescription(invoice, order),
    amount: toDollars(amountCents),
    total_paid_amount: toDollars(getPaidAmount(schedule, payments, { status, refundedCents })),
    refunded_amount: toDollars(refundedCents),
    pending_refund_amount: toDollars(pendingRefundCents),
    processing_amount: toDollars(sumProcessingPayments(payments)),
    line_items: mapLineItems(order),
    discount_amount: toDollars(moneyToCents(order?.totalDiscountMoney) ?? ZERO_CENTS),
    tax_amount: toDollars(moneyToCents(order?.totalTaxMoney) ?? ZERO_CENTS),
    service_charge_amount: toDollars(moneyToCents(order?.totalServiceChargeMoney) ?? ZERO_CENTS),
    tip_amount: toDollars(moneyToCents(order?.totalTipMoney) ?? ZERO_CENTS),
    status,
    issued_date: issued.date,
    issued_date_is_estimate: issued.isEstimate,
    due_date: parseCalendarDate(paymentSchedule.at(-1)?.due_date),
    paid_date: paid.date,
    paid_date_is_estimate: paid.isEstimate,
    service_date: parseCalendarDate(invoice.saleOrServiceDate),
    ...getNextPayment(invoice, schedule, status),
    payment_schedule: paymentSchedule,
    accepted_payment_methods: {
      card: invoice.acceptedPaymentMethods?.card ?? false,
      bank_account: invoice.acceptedPaymentMethods?.bankAccount ?? false,
      cash_app_pay: invoice.acceptedPaymentMethods?.cashAppPay ?? false,
    },
    square_payment_url: source.checkPaymentUrl(invoice.publicUrl),
    time_zone: timeZone,
    square_status: sanitizeText(invoice.status),
    square_version: invoice.version ?? 0,
    square_merchant_id: source.merchantId,
    square_location_id: invoice.locationId ?? null,
    square_customer_id: source.customer?.id ?? invoice.primaryRecipient?.customerId ?? null,
    square_subscription_id: invoice.subscriptionId ?? null,
  };
}

/**
 * Returns the sum of the payment requests, or the order's total if the sum is zero or Square has not computed every
 * request.
 */
function getInvoiceAmount(schedule: readonly ScheduleEntry[], order: Square.Order | undefined): Cents {
  const total = moneyToCents(order?.totalMoney);
  const isComputed = schedule.length > 0 && schedule.every((entry) => entry.computedCents !== null);
  const sum = sumCents(schedule.map((entry) => entry.computedCents ?? ZERO_CENTS));
  if (isComputed && sum > 0) {
    return sum;
  }
  if (total !== null) {
    return total;
  }
  if (isComputed) {
    return sum;
  }
  throw new ImportError("No amount yet");
}

function getNextPayment(
  invoice: Square.Invoice,
  schedule: readonly ScheduleEntry[],
  status: ProviderInvoice["status"],
): Pick<ProviderInvoice, "next_payment_amount" | "next_payment_due_date"> {
  const amount = moneyToCents(invoice.nextPaymentAmountMoney) ?? ZERO_CENTS;
  if (amount === 0 || !isOpen(status)) {
    return { next_payment_amount: null, next_payment_due_date: null };
  }
  return {
    next_payment_amount: toDollars(amount),
    next_payment_due_date: firstUnpaidDueDate(schedule),
  };
}

/** Prefers the title and line items, because Square's description is often only "We appreciate your business!". */
function getInvoiceDescription(invoice: Square.Invoice, order: Square.Order | undefined): string {
  const items = (order?.lineItems ?? []).map((item) => item.name?.trim()).filter(Boolean);
  return sanitizeText(invoice.title) || sanitizeText(items.join(", ")) || sanitizeText(invoice.description);
}
