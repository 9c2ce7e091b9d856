import type { Hono } from "hono";
import { presentInvoice } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Call } from "./answer.ts";
import { answer } from "./answer.ts";
import { found, objectIn, textList } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { pageOf } from "./page-of.ts";
import { SquareFailure } from "./square-failure.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 200 };

/** Reading invoices: list, search, get. */
export function invoiceEndpoints(app: Hono, simulation: Simulation): void {
  const { store, behaviour } = simulation;

  answer(app, simulation, "ListInvoices", ({ query, now }) => {
    const locationId = query.location_id;
    if (!locationId) {
      throw new SquareFailure("MISSING_REQUIRED_PARAMETER", "Missing required parameter.", "location_id");
    }
    found(store.state.locations, locationId, "Location");
    const page = pageOf({
      items: Object.values(store.state.invoices).filter((invoice) => invoice.location_id === locationId),
      keyOf: invoiceDateKey,
      order: "DESC",
      query: ["ListInvoices", locationId],
      cursor: query.cursor,
      limit: query.limit,
      ...PAGE_LIMITS,
      now,
    });
    return listAnswer("invoices", presented(page, now), behaviour);
  });

  answer(app, simulation, "SearchInvoices", (call) => searchInvoices(simulation, call));

  answer(app, simulation, "GetInvoice", ({ id, now }) => ({
    invoice: presentInvoice(found(store.state.invoices, id, "Invoice"), now),
  }));
}

function searchInvoices({ store, behaviour }: Simulation, { body, now }: Call): object {
  const query = objectIn(body, "query");
  const filter = objectIn(query, "filter");
  const sort = objectIn(query, "sort");
  const [locationId = ""] = textList(filter, "location_ids", 1);
  const customerIds = filter.customer_ids === undefined ? [] : textList(filter, "customer_ids", 1);
  if (sort.field !== undefined && sort.field !== "INVOICE_SORT_DATE") {
    throw new SquareFailure("INVALID_ENUM_VALUE", "Only INVOICE_SORT_DATE is supported.", "query.sort.field");
  }
  found(store.state.locations, locationId, "Location");
  const order = sort.order === "ASC" ? "ASC" : "DESC";
  const matches = Object.values(store.state.invoices).filter((invoice) => {
    if (invoice.location_id !== locationId) return false;
    return customerIds.length === 0 || customerIds.includes(invoice.primary_recipient.customer_id);
  });
  const page = pageOf({
    items: matches,
    keyOf: invoiceDateKey,
    order,
    query: ["SearchInvoices", filter, order],
    cursor: body.cursor,
    limit: body.limit,
    ...PAGE_LIMITS,
    now,
  });
  return listAnswer("invoices", presented(page, now), behaviour);
}

/** What the seller calls the invoice's date: when it was or will be sent, else when it was made. */
function invoiceDateKey(invoice: Invoice): string {
  return `${invoice.scheduled_at ?? invoice.created_at}/${invoice.id}`;
}

function presented(
  page: { items: Invoice[]; cursor?: string },
  now: Date,
): { items: Invoice[]; cursor?: string } {
  return { ...page, items: page.items.map((invoice) => presentInvoice(invoice, now)) };
}
