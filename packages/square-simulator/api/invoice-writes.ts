import type { Hono } from "hono";
import { cancelInvoice, deleteInvoice, publishInvoice } from "../actions/change-invoice.ts";
import { draftInvoice } from "../actions/draft-invoice.ts";
import type { InvoiceChanges } from "../actions/update-invoice.ts";
import { updateInvoice } from "../actions/update-invoice.ts";
import { presentInvoice } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Body } from "./answer.ts";
import { answer } from "./answer.ts";
import { found, objectIn, optionalText, requiredText } from "./fields.ts";
import { requestDrafts } from "./request-drafts.ts";
import { SquareFailure } from "./square-failure.ts";

type Outcome = { ok: true; invoice: Invoice } | { ok: false; problem: string };

/** Writing invoices: create, update, publish, cancel, delete. */
export function invoiceWriteEndpoints(app: Hono, simulation: Simulation): void {
  const { store, addresses } = simulation;
  const written = (work: (change: Change) => Outcome) => {
    const outcome = store.commit(work);
    if (!outcome.ok) throw new SquareFailure("BAD_REQUEST", outcome.problem);
    return { invoice: presentInvoice(outcome.invoice, store.now()) };
  };
  const atVersion = (id: string, version: unknown): Invoice => {
    const invoice = found(store.state.invoices, id, "Invoice");
    if (version !== undefined && Number(version) !== invoice.version) {
      const detail = `Invoice with ID ${id} has version ${invoice.version}.`;
      throw new SquareFailure("VERSION_MISMATCH", detail, "version");
    }
    return invoice;
  };
  const withVersion = (id: string, body: Body): Invoice => {
    if (typeof body.version !== "number") {
      throw new SquareFailure("MISSING_REQUIRED_PARAMETER", "Missing required parameter.", "version");
    }
    return atVersion(id, body.version);
  };

  answer(app, simulation, "CreateInvoice", ({ body }) =>
    written((change) => createFrom(change, objectIn(body, "invoice"))),
  );
  answer(app, simulation, "UpdateInvoice", ({ id, body }) => {
    const draft = objectIn(body, "invoice");
    const invoice = withVersion(id, draft);
    return written((change) => updateInvoice(change, invoice, changesFrom(change, invoice, draft)));
  });
  answer(app, simulation, "PublishInvoice", ({ id, body }) => {
    const invoice = withVersion(id, body);
    return written((change) => publishInvoice(change, invoice, addresses.payPage));
  });
  answer(app, simulation, "CancelInvoice", ({ id, body }) => {
    const invoice = withVersion(id, body);
    return written((change) => cancelInvoice(change, invoice));
  });
  answer(app, simulation, "DeleteInvoice", ({ id, query }) => {
    const invoice = atVersion(id, query.version);
    written((change) => deleteInvoice(change, invoice));
    return {};
  });
}

function createFrom(change: Change, draft: Body): Outcome {
  const { state } = change;
  const order = found(state.orders, requiredText(draft, "order_id"), "Order");
  if (order.state !== "OPEN")
    throw new SquareFailure("BAD_REQUEST", "The order is not open.", "invoice.order_id");
  if (Object.values(state.invoices).some((invoice) => invoice.order_id === order.id)) {
    throw new SquareFailure("BAD_REQUEST", "The order already has an invoice.", "invoice.order_id");
  }
  const recipient = objectIn(draft, "primary_recipient");
  const location = found(state.locations, order.location_id, "Location");
  return draftInvoice(change, {
    order,
    customer: found(state.customers, requiredText(recipient, "customer_id"), "Customer"),
    requests: requestDrafts(state, draft.payment_requests),
    timezone: location.timezone,
    invoiceNumber: optionalText(draft, "invoice_number"),
    title: optionalText(draft, "title"),
    description: optionalText(draft, "description"),
    scheduledAt: optionalText(draft, "scheduled_at"),
    serviceDate: optionalText(draft, "sale_or_service_date"),
    deliveryMethod: deliveryMethod(draft.delivery_method),
    acceptedPaymentMethods: acceptedMethods(objectIn(draft, "accepted_payment_methods")),
  });
}

function changesFrom(change: Change, invoice: Invoice, draft: Body): InvoiceChanges {
  const texts = {
    title: optionalText(draft, "title"),
    description: optionalText(draft, "description"),
    scheduled_at: optionalText(draft, "scheduled_at"),
    sale_or_service_date: optionalText(draft, "sale_or_service_date"),
  };
  const requests =
    draft.payment_requests === undefined
      ? {}
      : { requests: requestDrafts(change.state, draft.payment_requests, invoice.payment_requests) };
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return { ...given, ...requests };
}

function deliveryMethod(value: unknown): Invoice["delivery_method"] {
  if (value === "SHARE_MANUALLY" || value === "SMS") return value;
  return "EMAIL";
}

function acceptedMethods(value: Body): Partial<Invoice["accepted_payment_methods"]> {
  return {
    card: value.card === true,
    square_gift_card: value.square_gift_card === true,
    bank_account: value.bank_account === true,
    buy_now_pay_later: value.buy_now_pay_later === true,
    cash_app_pay: value.cash_app_pay === true,
  };
}
