import type { Square } from "square";
import type { Logger } from "#server/log.ts";
import type {
  AccountAccess,
  InvoiceReading,
  ProviderAccount,
  ProviderSubscription,
} from "#server/payments/provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { isTimeZone } from "#server/payments/square/invoice-dates.ts";
import { isKnownStatus } from "#server/payments/square/invoice-status.ts";
import { readInvoice } from "#server/payments/square/map-invoice.ts";
import { mapSubscription } from "#server/payments/square/map-subscription.ts";
import { chunksOf, pagesOf } from "#server/payments/square/pages-of.ts";
import { payerOf } from "#server/payments/square/payer.ts";
import type { PaymentAddressCheck } from "#server/payments/square/payment-address.ts";
import { type CustomerReader, customerReader, readOrders } from "#server/payments/square/read-details.ts";
import { type SquareCalls, squareCalls } from "#server/payments/square/square-calls.ts";
import type { SquareNetwork } from "#server/payments/square/square-client.ts";

/** What reading an account needs besides the access to it. */
export type SquareReading = {
  network: SquareNetwork;
  checkAddress: PaymentAddressCheck;
  now: () => Date;
  log: Logger;
};

type Parts = SquareReading & { call: SquareCalls; customers: CustomerReader; merchantId: string };

const INVOICES_A_PAGE = 200;
const INVOICES_A_BATCH = 100;

/** One merchant's data at Square. */
export function squareAccount(reading: SquareReading, access: AccountAccess): ProviderAccount {
  const call = squareCalls(reading.network, access);
  const parts: Parts = { ...reading, call, customers: customerReader(call), merchantId: access.merchantId };
  return {
    async merchantName() {
      const { merchant } = await call((client) => client.merchants.get({ merchantId: access.merchantId }));
      return merchant?.businessName ?? "";
    },
    invoices: () => everyInvoice(parts),
    invoice: (id) => oneInvoice(parts, id),
    mergedCustomers: (ids) => mergedCustomers(parts, ids),
    subscriptions: () => everySubscription(parts),
    subscription: (id) => oneSubscription(parts, id),
    subscriptionsOf: (customerId) => subscriptionsOf(parts, customerId),
    async payer(customerId) {
      const customer = (await parts.customers([customerId])).get(customerId);
      return customer ? payerOf(customer) : null;
    },
  };
}

async function* everyInvoice(parts: Parts): AsyncGenerator<InvoiceReading[]> {
  // Inactive locations, too: they may hold old invoices.
  for (const location of await readLocations(parts)) {
    const locationId = location.id;
    if (!locationId) continue;
    const pages = pagesOf(async (cursor) => {
      const page = await parts.call((client) =>
        client.invoices.list({ locationId, limit: INVOICES_A_PAGE, cursor }),
      );
      return page.response;
    });
    for await (const page of pages) {
      const invoices = page.invoices ?? [];
      // An empty page is told, too: whoever reads may want to give up a list that brings nothing and does not end.
      if (invoices.length === 0) yield [];
      for (const batch of chunksOf(invoices, INVOICES_A_BATCH))
        yield await withDetails(parts, batch, location.timezone ?? undefined);
    }
  }
}

async function oneInvoice(parts: Parts, id: string): Promise<InvoiceReading | null> {
  const answer = await orNull(parts.call((client) => client.invoices.get({ invoiceId: id })));
  const invoice = answer?.invoice;
  if (!invoice) return null;
  const needsLocation = !isTimeZone(invoice.timezone ?? "");
  const locations = needsLocation ? await readLocations(parts) : [];
  const zone = locations.find((location) => location.id === invoice.locationId)?.timezone ?? undefined;
  const [reading] = await withDetails(parts, [invoice], zone);
  return reading ?? null;
}

async function readLocations(parts: Parts): Promise<Square.Location[]> {
  const { locations = [] } = await parts.call((client) => client.locations.list());
  const isForeign = locations.some(
    (location) => location.merchantId && location.merchantId !== parts.merchantId,
  );
  if (isForeign) throw new ProviderError("another-merchant");
  return locations;
}

async function withDetails(
  parts: Parts,
  invoices: Square.Invoice[],
  locationZone: string | undefined,
): Promise<InvoiceReading[]> {
  const orders = await readOrders(parts.call, present(invoices.map((invoice) => invoice.orderId)));
  const customers = await parts.customers(
    present(invoices.map((invoice) => invoice.primaryRecipient?.customerId)),
  );
  return invoices.map((invoice) => {
    if (invoice.status && invoice.status !== "DRAFT" && !isKnownStatus(invoice.status))
      parts.log.warn(
        { invoice: invoice.id, status: invoice.status },
        "unknown invoice status counts as pending",
      );
    return readInvoice({
      invoice,
      order: orders.get(invoice.orderId ?? ""),
      customer: customers.get(invoice.primaryRecipient?.customerId ?? ""),
      locationZone,
      merchantId: parts.merchantId,
      now: parts.now(),
      checkAddress: parts.checkAddress,
    });
  });
}

/** Square answers for a merged customer's old id with the customer that lives on. */
async function mergedCustomers(parts: Parts, ids: readonly string[]): Promise<Map<string, string>> {
  const customers = await parts.customers(ids);
  return new Map(
    ids.flatMap((id) => {
      const now = customers.get(id)?.id;
      return now && now !== id ? [[id, now] as const] : [];
    }),
  );
}

async function* everySubscription(parts: Parts): AsyncGenerator<ProviderSubscription[]> {
  const pages = pagesOf((cursor) => parts.call((client) => client.subscriptions.search({ cursor })));
  for await (const page of pages) yield await withPayers(parts, page.subscriptions ?? []);
}

async function subscriptionsOf(parts: Parts, customerId: string): Promise<ProviderSubscription[]> {
  const found: ProviderSubscription[] = [];
  const query = { filter: { customerIds: [customerId] } };
  const pages = pagesOf((cursor) => parts.call((client) => client.subscriptions.search({ query, cursor })));
  for await (const page of pages) found.push(...(await withPayers(parts, page.subscriptions ?? [])));
  return found;
}

async function oneSubscription(parts: Parts, id: string): Promise<ProviderSubscription | null> {
  const answer = await orNull(parts.call((client) => client.subscriptions.get({ subscriptionId: id })));
  if (!answer?.subscription) return null;
  const [subscription] = await withPayers(parts, [answer.subscription]);
  return subscription ?? null;
}

async function withPayers(
  parts: Parts,
  subscriptions: Square.Subscription[],
): Promise<ProviderSubscription[]> {
  const customers = await parts.customers(
    present(subscriptions.map((subscription) => subscription.customerId)),
  );
  return subscriptions
    .map((subscription) => mapSubscription(subscription, customers.get(subscription.customerId ?? "")))
    .filter((subscription) => subscription !== null);
}

function present(ids: (string | null | undefined)[]): string[] {
  return ids.filter((id): id is string => Boolean(id));
}

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof ProviderError && cause.kind === "not-found") return null;
    throw cause;
  }
}
