import type { Hono } from "hono";
import { serializeInvoice } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import type { Invoice } from "../wire/invoice.ts";
import { findRecord, readObjectField, readStringList } from "./http/fields.ts";
import type { OperationCall } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { paginate } from "./http/paginate.ts";
import { type SortedList, sortByKey, sortOncePerRevision } from "./http/sorted-list.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 200 };

/** Invoice reads: list, search, get. */
export function registerInvoiceReads(app: Hono, simulation: Simulation): void {
  const { store, behavior } = simulation;
  const sortedInvoices = sortOncePerRevision(store, ({ invoices }) =>
    sortByKey(Object.values(invoices), invoiceDateKey),
  );

  handleOperation(app, simulation, "ListInvoices", ({ query, now }) => {
    const locationId = query.location_id;
    if (!locationId) {
      throw new SquareApiError("MISSING_REQUIRED_PARAMETER", "Missing required parameter.", "location_id");
    }
    findRecord(store.state.locations, locationId, "Location");
    const page = paginate({
      list: sortedInvoices(),
      matches: (invoice) => invoice.location_id === locationId,
      order: "DESC",
      query: ["ListInvoices", locationId],
      cursor: query.cursor,
      limit: query.limit,
      ...PAGE_LIMITS,
      now,
    });
    return formatListResponse("invoices", serializePage(page, now), behavior);
  });

  handleOperation(app, simulation, "SearchInvoices", (call) =>
    searchInvoices(simulation, call, sortedInvoices()),
  );

  handleOperation(app, simulation, "GetInvoice", ({ id, now }) => ({
    invoice: serializeInvoice(findRecord(store.state.invoices, id, "Invoice"), now),
  }));
}

function searchInvoices(
  { store, behavior }: Simulation,
  { body, now }: OperationCall,
  list: SortedList<Invoice>,
): object {
  const query = readObjectField(body, "query");
  const filter = readObjectField(query, "filter");
  const sort = readObjectField(query, "sort");
  const [locationId = ""] = readStringList(filter, "location_ids", 1);
  const customerIds = filter.customer_ids === undefined ? [] : readStringList(filter, "customer_ids", 1);
  if (sort.field !== undefined && sort.field !== "INVOICE_SORT_DATE") {
    throw new SquareApiError(
      "INVALID_ENUM_VALUE",
      "Only INVOICE_SORT_DATE is supported.",
      "query.sort.field",
    );
  }
  findRecord(store.state.locations, locationId, "Location");
  const order = sort.order === "ASC" ? "ASC" : "DESC";
  const page = paginate({
    list,
    matches: ({ location_id, primary_recipient }) =>
      location_id === locationId &&
      (customerIds.length === 0 || customerIds.includes(primary_recipient.customer_id)),
    order,
    query: ["SearchInvoices", filter, order],
    cursor: body.cursor,
    limit: body.limit,
    ...PAGE_LIMITS,
    now,
  });
  return formatListResponse("invoices", serializePage(page, now), behavior);
}

/** Sorts by the invoice date: when it was or will be sent, otherwise when it was created. */
function invoiceDateKey(invoice: Invoice): string {
  return `${invoice.scheduled_at ?? invoice.created_at}/${invoice.id}`;
}

function serializePage(
  page: { items: Invoice[]; cursor?: string },
  now: Date,
): { items: Invoice[]; cursor?: string } {
  return { ...page, items: page.items.map((invoice) => serializeInvoice(invoice, now)) };
}
