import { setTimeout } from "node:timers/promises";
import type { Square as SquareSdk } from "square";
import { isTimeZone } from "#domain/dates/calendar-date.ts";
import {
  hasOldContradiction,
  type InvoiceReadOptions,
  type InvoiceResult,
  UNSETTLED_REASON,
} from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { readAhead } from "#server/payments/read-ahead.ts";
import type { AccountContext } from "#server/payments/square/account/account-context.ts";
import { importInvoices } from "#server/payments/square/account/import-invoices.ts";
import { paginate } from "#server/payments/square/client/paginate.ts";
import {
  getPayments,
  listPayments,
  listRefunds,
  type PaymentRecords,
} from "#server/payments/square/client/payment-reads.ts";
import { readJson, readPage } from "#server/payments/square/client/read-json.ts";
import { nullIfNotFound } from "#server/payments/square/client/square-errors.ts";
import { toMilliseconds } from "#server/payments/square/mapping/invoice-payments.ts";
import { toObject, toObjects } from "#server/payments/square/objects/json-fields.ts";
import { parseInvoice } from "#server/payments/square/objects/parse-objects.ts";

const PAGE_SIZE = 200;
/** Delays before rereading an invoice. By then, Square's records are usually consistent. */
const REREAD_DELAYS_MS = [300, 1_200] as const;
/** Maximum number of unsettled invoices in a list that are reread individually. The rest are reported. */
const MAX_REREADS = 50;
/** The same for invoices with an old contradiction. The rest are accepted. Small, because most of them never change. */
const MAX_CONFIRMATIONS = 20;
/** Allows for clock differences, and for Square's delay before a change appears in a list. */
const LIST_MARGIN_MS = 5 * 60_000;
/** A time before Square existed. */
const FIRST_POSSIBLE_TIME = new Date("2009-01-01T00:00:00Z");

export async function* listInvoices(context: AccountContext): AsyncGenerator<InvoiceResult[]> {
  let rereads = 0;
  let confirmations = 0;
  const reread = async (result: InvoiceResult) => {
    if (hasOldContradiction(result) && confirmations < MAX_CONFIRMATIONS) {
      confirmations += 1;
      return (await readInvoice(context, result.invoice.square_invoice_id)) ?? result;
    }
    if (result.kind !== "unsettled" || rereads >= MAX_REREADS) {
      return result;
    }
    rereads += 1;
    return (await getInvoice(context, result.id)) ?? result;
  };
  // Include inactive locations, because they can still have old invoices.
  const locations = (await listLocations(context)).flatMap(({ id, timezone }) =>
    id ? [{ locationId: id, timeZone: timezone ?? undefined }] : [],
  );
  const begins = new Map(
    await Promise.all(
      locations.map(
        async ({ locationId }) => [locationId, await findFirstTime(context, locationId)] as const,
      ),
    ),
  );
  const firstBegin = new Date(Math.min(context.now().getTime(), ...[...begins.values()].map(Number)));
  const refunds = await listRefunds(context.call, firstBegin);
  for (const { locationId, timeZone } of locations) {
    const pages = paginate((cursor) =>
      readPage(context.call, {
        path: "/v2/invoices",
        query: { location_id: locationId, limit: PAGE_SIZE, cursor },
      }),
    );
    const listedAt = context.now().getTime();
    let listedPayments: Promise<PaymentRecords> | undefined;
    for await (const page of readAhead(pages)) {
      const invoices = toObjects(page.invoices, parseInvoice) ?? [];
      // Yield empty pages too, so that the caller can stop an endless list of empty pages.
      if (invoices.length === 0) {
        yield [];
        continue;
      }
      // List the location's payments once, instead of sending one request per payment.
      const begin = begins.get(locationId) ?? FIRST_POSSIBLE_TIME;
      listedPayments ??= listPayments(context.call, { locationId, refunds, begin, now: context.now() });
      const records = await listedPayments;
      const results = await importInvoices(context, invoices, timeZone, (ids, changedAt) =>
        changedAt < listedAt - LIST_MARGIN_MS && containsFinal(records, ids)
          ? records
          : getPayments(context.call, ids),
      );
      const settledResults: InvoiceResult[] = [];
      for (const result of results) {
        settledResults.push(await reread(result));
      }
      yield settledResults;
    }
  }
}

/**
 * Returns the creation time of a location's first invoice. Payments and refunds before it belong to other sales, which
 * can be many times more. Should a list of payments begin too late, its missing payments are read individually.
 */
async function findFirstTime(context: AccountContext, locationId: string): Promise<Date> {
  const page = await nullIfNotFound(
    readJson(context.call, {
      path: "/v2/invoices/search",
      body: {
        query: {
          filter: { location_ids: [locationId] },
          sort: { field: "INVOICE_SORT_DATE", order: "ASC" },
        },
        limit: 1,
      },
    }),
  );
  if (!page) {
    return FIRST_POSSIBLE_TIME;
  }
  const [first] = toObjects(page.invoices, parseInvoice) ?? [];
  return first ? new Date(toMilliseconds(first.createdAt) || FIRST_POSSIBLE_TIME) : context.now();
}

/**
 * Whether the listed records contain these payments and all of their refunds, and no refund is pending. A pending refund
 * may have been completed since it was listed, which does not change the invoice.
 */
function containsFinal(records: PaymentRecords, ids: readonly string[]): boolean {
  return ids.every((id) => {
    const record = records.get(id);
    if (!record) {
      return false;
    }
    return (
      record.refundIds.every((refundId) => record.refunds.some((refund) => refund.id === refundId)) &&
      record.refunds.every(({ status }) => status !== "PENDING")
    );
  });
}

export async function getInvoice(
  context: AccountContext,
  id: string,
  { isCurrent = () => true, orderId = null }: InvoiceReadOptions = {},
): Promise<InvoiceResult | null> {
  const delays = context.network.rereadDelaysMs ?? REREAD_DELAYS_MS;
  for (let attempt = 0; ; attempt += 1) {
    // Reads that are repeated because parts were read at different moments start with the invoice.
    const result = await readInvoice(context, id, attempt === 0 ? orderId : null);
    const isSettled = result?.kind !== "unsettled";
    const isAcceptable = isSettled && isCurrent(result);
    const delay = delays[attempt];
    if (isAcceptable && (delay === undefined || !hasOldContradiction(result))) {
      return result;
    }
    if (delay === undefined) {
      const contradiction = isSettled ? "an older version was returned" : result.contradiction;
      context.log.info({ invoice: id, contradiction }, "invoice is still changing at Square");
      const label = result?.kind === "unsettled" ? result.invoice : id;
      return { kind: "unsettled", id, invoice: label, reason: UNSETTLED_REASON, contradiction };
    }
    await setTimeout(delay);
  }
}

async function readInvoice(
  context: AccountContext,
  id: string,
  knownOrderId: string | null = null,
): Promise<InvoiceResult | null> {
  const path = `/v2/invoices/${encodeURIComponent(id)}`;
  const [response, knownOrders] = await Promise.all([
    nullIfNotFound(readJson(context.call, { path })),
    context.readOrders(context.call, knownOrderId === null ? [] : [knownOrderId]),
  ]);
  const invoice = toObject(response?.invoice, parseInvoice);
  if (!invoice) {
    return null;
  }
  const needsLocation = !isTimeZone(invoice.timezone ?? "");
  const locations = needsLocation ? await listLocations(context) : [];
  const timeZone = locations.find((location) => location.id === invoice.locationId)?.timezone ?? undefined;
  const [result] = await importInvoices(
    context,
    [invoice],
    timeZone,
    (ids) => getPayments(context.call, ids),
    knownOrders,
  );
  return result ?? null;
}

export async function listLocations(context: AccountContext): Promise<SquareSdk.Location[]> {
  const { locations = [] } = await context.call((client) => client.locations.list());
  const hasOtherMerchant = locations.some(
    (location) => location.merchantId && location.merchantId !== context.merchantId,
  );
  if (hasOtherMerchant) {
    throw new ProviderError("another-merchant");
  }
  return locations;
}
