import type { InvoiceResult } from "#server/payments/payment-provider.ts";
import type { AccountContext } from "#server/payments/square/account/account-context.ts";
import type { PaymentRecords } from "#server/payments/square/client/payment-reads.ts";
import { getPaymentIds, toMilliseconds } from "#server/payments/square/mapping/invoice-payments.ts";
import { isKnownStatus } from "#server/payments/square/mapping/invoice-status.ts";
import { importInvoice } from "#server/payments/square/mapping/map-invoice.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

const NO_PAYMENTS: PaymentRecords = new Map();

type Orders = ReadonlyMap<string, Square.Order>;

/** Returns at least the payments with these ids, for an invoice that last changed at `changedAt`. */
type ReadPayments = (ids: readonly string[], changedAt: number) => PaymentRecords | Promise<PaymentRecords>;

/** Reads the orders, payments and customers of invoices, and maps them. Does not read orders in `knownOrders` again. */
export async function importInvoices(
  context: AccountContext,
  invoices: Square.Invoice[],
  locationTimeZone: string | undefined,
  readPayments: ReadPayments,
  knownOrders: Orders = new Map(),
): Promise<InvoiceResult[]> {
  const [{ orders, payments }, customers] = await Promise.all([
    readOrdersAndPayments(context, invoices, readPayments, knownOrders),
    context.readCustomers(invoices.map((invoice) => invoice.primaryRecipient?.customerId)),
  ]);
  return invoices.map((invoice) => {
    if (invoice.status && invoice.status !== "DRAFT" && !isKnownStatus(invoice.status)) {
      context.log.warn(
        { invoice: invoice.id, status: invoice.status },
        "unknown invoice status treated as pending",
      );
    }
    return importInvoice({
      invoice,
      order: orders.get(invoice.orderId ?? ""),
      payments: payments.get(invoice) ?? NO_PAYMENTS,
      customer: customers.get(invoice.primaryRecipient?.customerId ?? ""),
      locationTimeZone,
      merchantId: context.merchantId,
      now: context.now(),
      checkPaymentUrl: context.checkPaymentUrl,
    });
  });
}

async function readOrdersAndPayments(
  context: AccountContext,
  invoices: readonly Square.Invoice[],
  readPayments: ReadPayments,
  knownOrders: Orders,
) {
  const orderIds = invoices.flatMap(({ orderId }) => (orderId ? [orderId] : []));
  const isKnown = orderIds.every((id) => knownOrders.has(id));
  const orders = isKnown ? knownOrders : await context.readOrders(context.call, orderIds);
  const payments = new Map<Square.Invoice, PaymentRecords>();
  for (const invoice of invoices) {
    const ids = getPaymentIds(orders.get(invoice.orderId ?? ""));
    const changedAt = toMilliseconds(invoice.updatedAt);
    payments.set(invoice, ids.length > 0 ? await readPayments(ids, changedAt) : NO_PAYMENTS);
  }
  return { orders, payments };
}
