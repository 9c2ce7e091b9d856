import { setTimeout } from "node:timers/promises";
import type { Square } from "square";
import type { Logger } from "#server/observability/logger.ts";
import {
  type AccountAccess,
  type InvoiceResult,
  type ProviderAccount,
  type ProviderSubscription,
  UNSETTLED_REASON,
} from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import {
  type CustomerReader,
  createCustomerReader,
  getOrders,
} from "#server/payments/square/client/batch-reads.ts";
import { chunk, paginate } from "#server/payments/square/client/paginate.ts";
import {
  getPayment,
  getPayments,
  listPayments,
  listRefunds,
  type PaymentRecords,
} from "#server/payments/square/client/payment-reads.ts";
import type { SquareClientOptions } from "#server/payments/square/client/square-client.ts";
import { createSquareRequest, type SquareRequest } from "#server/payments/square/client/square-request.ts";
import { isTimeZone } from "#server/payments/square/mapping/invoice-dates.ts";
import { paymentIds, toMilliseconds } from "#server/payments/square/mapping/invoice-payments.ts";
import { isKnownStatus } from "#server/payments/square/mapping/invoice-status.ts";
import { importInvoice } from "#server/payments/square/mapping/map-invoice.ts";
import { mapPayer } from "#server/payments/square/mapping/map-payer.ts";
import { mapSubscription } from "#server/payments/square/mapping/map-subscription.ts";
import type { PaymentUrlCheck } from "#server/payments/square/payment-url.ts";

/** Dependencies for reading an account, besides the access to it. */
export type SquareAccountOptions = {
  network: SquareClientOptions;
  checkPaymentUrl: PaymentUrlCheck;
  now: () => Date;
  log: Logger;
};

type AccountContext = SquareAccountOptions & {
  call: SquareRequest;
  customers: CustomerReader;
  merchantId: string;
};

const PAGE_SIZE = 200;
const BATCH_SIZE = 100;
/** Square's records usually agree within this time after a change. */
const REREAD_DELAYS_MS = [300, 1_200] as const;
/** Maximum number of listed invoices that are read again individually. The rest are reported. */
const MAX_REREADS = 50;
/** Covers different clocks, and Square's delay before a change appears in a list. */
const LIST_MARGIN_MS = 5 * 60_000;
const NO_PAYMENTS: PaymentRecords = new Map();

/** Returns at least the payments `ids` of an invoice that last changed at `changedAt`. */
type ReadPayments = (ids: readonly string[], changedAt: number) => PaymentRecords | Promise<PaymentRecords>;

/** Opens one merchant's data at Square. */
export function createSquareAccount(options: SquareAccountOptions, access: AccountAccess): ProviderAccount {
  const call = createSquareRequest(options.network, access);
  const context: AccountContext = {
    ...options,
    call,
    customers: createCustomerReader(call),
    merchantId: access.merchantId,
  };
  return {
    async getMerchantName() {
      const { merchant } = await call((client) => client.merchants.get({ merchantId: access.merchantId }));
      return merchant?.businessName ?? "";
    },
    listInvoices: () => listInvoices(context),
    getInvoice: (id, isCurrent) => getInvoice(context, id, isCurrent),
    async getPaymentOrder(paymentId) {
      return (await getPayment(call, paymentId))?.orderId ?? null;
    },
    getMergedCustomers: (ids) => getMergedCustomers(context, ids),
    listSubscriptions: () => listSubscriptions(context),
    getSubscription: (id) => getSubscription(context, id),
    listCustomerSubscriptions: (customerId) => listCustomerSubscriptions(context, customerId),
    async getPayer(customerId) {
      const customer = (await context.customers([customerId])).get(customerId);
      return customer ? mapPayer(customer) : null;
    },
  };
}

async function* listInvoices(context: AccountContext): AsyncGenerator<InvoiceResult[]> {
  let rereads = 0;
  const reread = async (result: InvoiceResult) => {
    if (result.kind !== "unsettled" || rereads >= MAX_REREADS) {
      return result;
    }
    rereads += 1;
    return (await getInvoice(context, result.id)) ?? result;
  };
  const refunds = await listRefunds(context.call);
  // Include inactive locations, because they can have old invoices.
  for (const location of await listLocations(context)) {
    const locationId = location.id;
    if (!locationId) {
      continue;
    }
    const pages = paginate(async (cursor) => {
      const page = await context.call((client) =>
        client.invoices.list({ locationId, limit: PAGE_SIZE, cursor }),
      );
      return page.response;
    });
    const listedAt = context.now().getTime();
    let listed: PaymentRecords | undefined;
    for await (const page of pages) {
      const invoices = page.invoices ?? [];
      // Yield empty pages too, so that the caller can stop an endless list without items.
      if (invoices.length === 0) {
        yield [];
      }
      for (const batch of chunk(invoices, BATCH_SIZE)) {
        // One list per location instead of one request per payment.
        listed ??= await listPayments(context.call, locationId, refunds);
        const records = listed;
        const results = await importInvoices(
          context,
          batch,
          location.timezone ?? undefined,
          (ids, changedAt) =>
            changedAt < listedAt - LIST_MARGIN_MS ? records : getPayments(context.call, ids),
        );
        const settled: InvoiceResult[] = [];
        for (const result of results) {
          settled.push(await reread(result));
        }
        yield settled;
      }
    }
  }
}

async function getInvoice(
  context: AccountContext,
  id: string,
  isCurrent: (result: InvoiceResult | null) => boolean = () => true,
): Promise<InvoiceResult | null> {
  const delays = context.network.rereadDelaysMs ?? REREAD_DELAYS_MS;
  for (let attempt = 0; ; attempt += 1) {
    const result = await readInvoice(context, id);
    const isSettled = result?.kind !== "unsettled";
    if (isSettled && isCurrent(result)) {
      return result;
    }
    const delay = delays[attempt];
    if (delay === undefined) {
      const contradiction = isSettled ? "an older version was returned" : result.contradiction;
      context.log.info({ invoice: id, contradiction }, "invoice is still changing at Square");
      const label = result?.kind === "unsettled" ? result.invoice : id;
      return { kind: "unsettled", id, invoice: label, reason: UNSETTLED_REASON, contradiction };
    }
    await setTimeout(delay);
  }
}

async function readInvoice(context: AccountContext, id: string): Promise<InvoiceResult | null> {
  const response = await nullIfNotFound(context.call((client) => client.invoices.get({ invoiceId: id })));
  const invoice = response?.invoice;
  if (!invoice) {
    return null;
  }
  const needsLocation = !isTimeZone(invoice.timezone ?? "");
  const locations = needsLocation ? await listLocations(context) : [];
  const timeZone = locations.find((location) => location.id === invoice.locationId)?.timezone ?? undefined;
  const [result] = await importInvoices(context, [invoice], timeZone, (ids) =>
    getPayments(context.call, ids),
  );
  return result ?? null;
}

async function listLocations(context: AccountContext): Promise<Square.Location[]> {
  const { locations = [] } = await context.call((client) => client.locations.list());
  const hasOtherMerchant = locations.some(
    (location) => location.merchantId && location.merchantId !== context.merchantId,
  );
  if (hasOtherMerchant) {
    throw new ProviderError("another-merchant");
  }
  return locations;
}

async function importInvoices(
  context: AccountContext,
  invoices: Square.Invoice[],
  locationTimeZone: string | undefined,
  readPayments: ReadPayments,
): Promise<InvoiceResult[]> {
  const orders = await getOrders(context.call, compact(invoices.map((invoice) => invoice.orderId)));
  const customers = await context.customers(
    compact(invoices.map((invoice) => invoice.primaryRecipient?.customerId)),
  );
  const payments = new Map<Square.Invoice, PaymentRecords>();
  for (const invoice of invoices) {
    const ids = paymentIds(orders.get(invoice.orderId ?? ""));
    const changedAt = toMilliseconds(invoice.updatedAt);
    payments.set(invoice, ids.length > 0 ? await readPayments(ids, changedAt) : NO_PAYMENTS);
  }
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

/** For a merged customer's old id, Square returns the customer it was merged into. */
async function getMergedCustomers(
  context: AccountContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const customers = await context.customers(ids);
  return new Map(
    ids.flatMap((id) => {
      const currentId = customers.get(id)?.id;
      return currentId && currentId !== id ? [[id, currentId] as const] : [];
    }),
  );
}

async function* listSubscriptions(context: AccountContext): AsyncGenerator<ProviderSubscription[]> {
  const pages = paginate((cursor) => context.call((client) => client.subscriptions.search({ cursor })));
  for await (const page of pages) {
    yield await mapSubscriptions(context, page.subscriptions ?? []);
  }
}

async function listCustomerSubscriptions(
  context: AccountContext,
  customerId: string,
): Promise<ProviderSubscription[]> {
  const customerSubscriptions: ProviderSubscription[] = [];
  const query = { filter: { customerIds: [customerId] } };
  const pages = paginate((cursor) =>
    context.call((client) => client.subscriptions.search({ query, cursor })),
  );
  for await (const page of pages) {
    customerSubscriptions.push(...(await mapSubscriptions(context, page.subscriptions ?? [])));
  }
  return customerSubscriptions;
}

async function getSubscription(context: AccountContext, id: string): Promise<ProviderSubscription | null> {
  const response = await nullIfNotFound(
    context.call((client) => client.subscriptions.get({ subscriptionId: id })),
  );
  if (!response?.subscription) {
    return null;
  }
  const [subscription] = await mapSubscriptions(context, [response.subscription]);
  return subscription ?? null;
}

async function mapSubscriptions(
  context: AccountContext,
  subscriptions: Square.Subscription[],
): Promise<ProviderSubscription[]> {
  const customers = await context.customers(
    compact(subscriptions.map((subscription) => subscription.customerId)),
  );
  return subscriptions
    .map((subscription) => mapSubscription(subscription, customers.get(subscription.customerId ?? "")))
    .filter((subscription) => subscription !== null);
}

function compact(ids: (string | null | undefined)[]): string[] {
  return ids.filter((id): id is string => Boolean(id));
}

async function nullIfNotFound<Response>(response: Promise<Response>): Promise<Response | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "not-found") {
      return null;
    }
    throw error;
  }
}
