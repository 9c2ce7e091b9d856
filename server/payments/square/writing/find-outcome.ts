import type { StoredWrite, WriteOutcome } from "#server/payments/invoice-writer.ts";
import { readJson, readPage } from "#server/payments/square/client/read-json.ts";
import { nullIfNotFound } from "#server/payments/square/client/square-errors.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import {
  isJsonObject,
  type JsonObject,
  toNumber,
  toObject,
  toObjects,
  toText,
} from "#server/payments/square/objects/json-fields.ts";

/** Allows for a difference between our clock and Square's. */
const CLOCK_MARGIN_MS = 10 * 60_000;
const ORDER_PAGE_SIZE = 500;
const INVOICE_PAGE_SIZE = 200;
/** Stops a search of a customer with thousands of orders or invoices. The newest ones come first. */
const MAX_PAGES = 10;

/** Asks Square whether it has applied a write. Returns null if it has not. @throws {ProviderError} */
export function findOutcome(call: SquareRequest, write: StoredWrite): Promise<WriteOutcome | null> {
  switch (write.step) {
    case "create_customer":
      return findCustomer(call, write);
    case "create_order":
      return findOrder(call, write);
    case "create_invoice":
      return findInvoice(call, write);
    case "publish_invoice":
      return findInvoiceState(call, write, (status) => status !== "DRAFT");
    case "cancel_invoice":
      return findInvoiceState(call, write, (status) => status === "CANCELED");
    case "delete_invoice":
      return findDeletion(call, write);
    case "cancel_order":
      return findCanceledOrder(call, write);
  }
}

/** A new customer can be found after up to a minute. Earlier, the write is repeated with its key. */
async function findCustomer(call: SquareRequest, { request }: StoredWrite): Promise<WriteOutcome | null> {
  const response = await readJson(call, {
    path: "/v2/customers/search",
    body: { query: { filter: { reference_id: { exact: toText(request.reference_id) ?? "" } } } },
  });
  const [customer] = toObjects(response.customers, toOutcome) ?? [];
  return customer ?? null;
}

async function findOrder(
  call: SquareRequest,
  { request, idempotencyKey, sentAt }: StoredWrite,
): Promise<WriteOutcome | null> {
  const order = isJsonObject(request.order) ? request.order : {};
  const since = new Date((sentAt?.getTime() ?? 0) - CLOCK_MARGIN_MS);
  return findInPages(async (cursor) => {
    const page = await readPage(call, {
      path: "/v2/orders/search",
      body: {
        location_ids: [order.location_id],
        query: {
          filter: {
            customer_filter: { customer_ids: [order.customer_id] },
            date_time_filter: {
              created_at: { start_at: since.toISOString() },
            },
          },
          sort: { sort_field: "CREATED_AT", sort_order: "DESC" },
        },
        limit: ORDER_PAGE_SIZE,
        cursor,
      },
    });
    const found = toObjects(page.orders, (json) => {
      const write = toObject(json.metadata, (metadata) => toText(metadata.write));
      return write === idempotencyKey ? toOutcome(json) : null;
    });
    return { outcome: found?.find((outcome) => outcome !== null) ?? null, cursor: page.cursor };
  });
}

async function findInvoice(call: SquareRequest, { request }: StoredWrite): Promise<WriteOutcome | null> {
  const invoice = isJsonObject(request.invoice) ? request.invoice : {};
  const recipient = isJsonObject(invoice.primary_recipient) ? invoice.primary_recipient : {};
  return findInPages(async (cursor) => {
    const page = await readPage(call, {
      path: "/v2/invoices/search",
      body: {
        query: {
          filter: { location_ids: [invoice.location_id], customer_ids: [recipient.customer_id] },
          sort: { field: "INVOICE_SORT_DATE", order: "DESC" },
        },
        limit: INVOICE_PAGE_SIZE,
        cursor,
      },
    });
    const found = toObjects(page.invoices, (json) =>
      json.order_id === invoice.order_id ? toOutcome(json) : null,
    );
    return { outcome: found?.find((outcome) => outcome !== null) ?? null, cursor: page.cursor };
  });
}

async function findInPages(
  readNext: (
    cursor: string | undefined,
  ) => Promise<{ outcome: WriteOutcome | null; cursor?: string | undefined }>,
): Promise<WriteOutcome | null> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const result = await readNext(cursor);
    if (result.outcome !== null || !result.cursor) {
      return result.outcome;
    }
    cursor = result.cursor;
  }
  return null;
}

async function findInvoiceState(
  call: SquareRequest,
  { targetId }: StoredWrite,
  isApplied: (status: string | undefined) => boolean,
): Promise<WriteOutcome | null> {
  const invoice = await getInvoiceJson(call, targetId);
  return invoice && isApplied(toText(invoice.status)) ? toOutcome(invoice) : null;
}

async function findDeletion(call: SquareRequest, { targetId }: StoredWrite): Promise<WriteOutcome | null> {
  const invoice = await getInvoiceJson(call, targetId);
  return invoice === null && targetId !== null ? { id: targetId, version: null } : null;
}

async function findCanceledOrder(
  call: SquareRequest,
  { targetId }: StoredWrite,
): Promise<WriteOutcome | null> {
  const { orders } = await readJson(call, {
    path: "/v2/orders/batch-retrieve",
    body: { order_ids: [targetId] },
  });
  const [order] = toObjects(orders, (json) => (isCanceledOrder(json) ? toOutcome(json) : null)) ?? [];
  return order ?? null;
}

export function isCanceledOrder(order: JsonObject): boolean {
  return toText(order.state) === "CANCELED";
}

/** Returns an invoice as JSON, or null if Square has no such invoice. */
export async function getInvoiceJson(call: SquareRequest, id: string | null): Promise<JsonObject | null> {
  const response = await nullIfNotFound(
    readJson(call, { path: `/v2/invoices/${encodeURIComponent(id ?? "")}` }),
  );
  return toObject(response?.invoice, (json) => json) ?? null;
}

/** Parses the id and the version of a customer, order or invoice. */
export function toOutcome(json: JsonObject): WriteOutcome {
  return { id: toText(json.id) ?? "", version: toNumber(json.version) ?? null };
}
