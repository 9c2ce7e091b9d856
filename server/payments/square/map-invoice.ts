import type { Square } from "square";
import { type CalendarDate, dateIn } from "#domain/calendar-date.ts";
import { parseSchedule, type ScheduleEntry, scheduleEntryState } from "#domain/payment-schedule.ts";
import type { InvoiceReading, ProviderInvoice } from "#server/payments/provider.ts";
import { dayOf, issuedDate, paidDate, timeZoneOf } from "#server/payments/square/invoice-dates.ts";
import { portalStatus } from "#server/payments/square/invoice-status.ts";
import { paidCents } from "#server/payments/square/paid-cents.ts";
import { payerOf } from "#server/payments/square/payer.ts";
import type { PaymentAddressCheck } from "#server/payments/square/payment-address.ts";
import { scheduleOnWire } from "#server/payments/square/schedule-on-wire.ts";
import { centsOf, dollars, NotImportable } from "#server/payments/square/square-money.ts";
import { storableText } from "#server/payments/square/storable-text.ts";

/** Everything the mapping looks at. */
export type InvoiceSource = {
  invoice: Square.Invoice;
  order: Square.Order | undefined;
  customer: Square.Customer | undefined;
  locationZone: string | undefined;
  merchantId: string;
  now: Date;
  checkAddress: PaymentAddressCheck;
};

/** Square's invoice in the portal's columns. Pure: the same source gives the same reading. */
export function readInvoice(source: InvoiceSource): InvoiceReading {
  const { invoice } = source;
  const id = invoice.id ?? "";
  if (invoice.status === "DRAFT") return { kind: "draft", id };
  try {
    return {
      kind: "invoice",
      invoice: mapInvoice(source),
      payer: payerOf(source.customer, invoice.primaryRecipient),
      isComplete: isComplete(source),
    };
  } catch (cause) {
    if (!(cause instanceof NotImportable)) throw cause;
    return { kind: "refused", id, invoice: storableText(invoice.invoiceNumber) || id, reason: cause.message };
  }
}

/** Square leaves out an order it does not find, and may leave out any field: an answer without them is half a truth. */
function isComplete({ invoice, order }: InvoiceSource): boolean {
  if (invoice.orderId && !order) return false;
  const requests = invoice.paymentRequests ?? [];
  const asksForMoney = requests.some((request) => (centsOf(request.computedAmountMoney) ?? 0) > 0);
  return asksForMoney || (requests.length > 0 && centsOf(order?.totalMoney) === 0);
}

function mapInvoice(source: InvoiceSource): ProviderInvoice {
  const { invoice, order } = source;
  if (!invoice.id) throw new NotImportable("has no id");
  if (!invoice.status) throw new NotImportable("has no status");
  const zone = timeZoneOf([invoice.timezone, source.locationZone]);
  const wire = scheduleOnWire(invoice.paymentRequests);
  const schedule = parseSchedule(wire);
  const status = portalStatus(invoice.status, schedule, dateIn(source.now, zone));
  const issued = issuedDate(invoice, zone);
  const paid = status === "paid" ? paidDate(invoice, order, zone) : { date: null, isEstimate: false };
  return {
    square_invoice_id: invoice.id,
    invoice_number: storableText(invoice.invoiceNumber),
    description: descriptionOf(invoice, order),
    amount: dollars(amountOf(schedule, order)),
    total_paid_amount: dollars(paidCents(schedule, order, status)),
    tip_amount: dollars(centsOf(order?.totalTipMoney) ?? 0),
    status,
    issued_date: issued.date,
    issued_date_is_estimate: issued.isEstimate,
    due_date: dayOf(wire.at(-1)?.due_date),
    paid_date: paid.date,
    paid_date_is_estimate: paid.isEstimate,
    service_date: dayOf(invoice.saleOrServiceDate),
    ...nextPayment(invoice, schedule, status),
    payment_schedule: wire,
    accepted_payment_methods: {
      card: invoice.acceptedPaymentMethods?.card ?? false,
      bank_account: invoice.acceptedPaymentMethods?.bankAccount ?? false,
      cash_app_pay: invoice.acceptedPaymentMethods?.cashAppPay ?? false,
    },
    square_payment_url: source.checkAddress(invoice.publicUrl),
    time_zone: zone,
    square_status: storableText(invoice.status),
    square_version: invoice.version ?? 0,
    square_merchant_id: source.merchantId,
    square_location_id: invoice.locationId ?? null,
    square_customer_id: source.customer?.id ?? invoice.primaryRecipient?.customerId ?? null,
    square_subscription_id: invoice.subscriptionId ?? null,
  };
}

/** The requests add up to the order's total; where one is not computed yet, only the order knows. */
function amountOf(schedule: readonly ScheduleEntry[], order: Square.Order | undefined): number {
  const total = centsOf(order?.totalMoney);
  const isComputed = schedule.length > 0 && schedule.every((entry) => entry.computedCents !== null);
  const sum = schedule.reduce((cents, entry) => cents + (entry.computedCents ?? 0), 0);
  if (isComputed && sum > 0) return sum;
  if (total !== null) return total;
  if (isComputed) return sum;
  throw new NotImportable("has no amount yet");
}

function nextPayment(
  invoice: Square.Invoice,
  schedule: readonly ScheduleEntry[],
  status: ProviderInvoice["status"],
): Pick<ProviderInvoice, "next_payment_amount" | "next_payment_due_date"> {
  const cents = centsOf(invoice.nextPaymentAmountMoney) ?? 0;
  if (cents === 0 || status === "paid" || status === "cancelled")
    return { next_payment_amount: null, next_payment_due_date: null };
  const due = schedule
    .filter((entry) => scheduleEntryState(entry) !== "paid")
    .map((entry) => dayOf(entry.dueDate))
    .filter((date): date is CalendarDate => date !== null)
    .sort();
  return { next_payment_amount: dollars(cents), next_payment_due_date: due[0] ?? null };
}

/** Square's own description is often only "We appreciate your business!": it comes last. */
function descriptionOf(invoice: Square.Invoice, order: Square.Order | undefined): string {
  const items = (order?.lineItems ?? []).map((item) => item.name?.trim()).filter(Boolean);
  return storableText(invoice.title) || storableText(items.join(", ")) || storableText(invoice.description);
}
