import type { Hono } from "hono";
import { draftInvoice } from "../actions/draft-invoice.ts";
import { cancelInvoice, deleteInvoice, publishInvoice } from "../actions/invoice-lifecycle.ts";
import type { InvoiceChanges } from "../actions/update-invoice.ts";
import { updateInvoice } from "../actions/update-invoice.ts";
import type { Behavior } from "../options.ts";
import { serializeInvoice } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import type { State } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import {
  assertLength,
  findRecord,
  readObjectField,
  readOptionalString,
  readRequiredString,
} from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { SquareApiError } from "./http/square-api-error.ts";
import { parsePaymentRequests } from "./payment-requests.ts";

type Outcome = { ok: true; invoice: Invoice } | { ok: false; problem: string };

/** Invoice writes: create, update, publish, cancel, delete. */
export function registerInvoiceWrites(app: Hono, simulation: Simulation): void {
  const { store, urls, behavior } = simulation;
  const commitInvoice = (work: (change: Change) => Outcome) => {
    const outcome = store.commit(work);
    if (!outcome.ok) {
      throw new SquareApiError("BAD_REQUEST", outcome.problem);
    }
    return { invoice: serializeInvoice(outcome.invoice, store.now()) };
  };
  const findAtVersion = (id: string, version: unknown): Invoice => {
    const invoice = findRecord(store.state.invoices, id, "Invoice");
    if (version !== undefined && Number(version) !== invoice.version) {
      const detail = `Invoice with ID ${id} has version ${invoice.version}.`;
      throw new SquareApiError("VERSION_MISMATCH", detail, "version");
    }
    return invoice;
  };
  const requireVersion = (id: string, body: RequestBody): Invoice => {
    if (typeof body.version !== "number") {
      throw new SquareApiError("MISSING_REQUIRED_PARAMETER", "Missing required parameter.", "version");
    }
    return findAtVersion(id, body.version);
  };

  handleOperation(app, simulation, "CreateInvoice", ({ body }) =>
    commitInvoice((change) => createInvoice(change, readObjectField(body, "invoice"), behavior)),
  );
  handleOperation(app, simulation, "UpdateInvoice", ({ id, body }) => {
    const draft = readObjectField(body, "invoice");
    const invoice = requireVersion(id, draft);
    return commitInvoice((change) => updateInvoice(change, invoice, parseChanges(change, invoice, draft)));
  });
  handleOperation(app, simulation, "PublishInvoice", ({ id, body }) => {
    const invoice = requireVersion(id, body);
    return commitInvoice((change) => publishInvoice(change, invoice, urls.payPage));
  });
  handleOperation(app, simulation, "CancelInvoice", ({ id, body }) => {
    const invoice = requireVersion(id, body);
    return commitInvoice((change) => cancelInvoice(change, invoice));
  });
  handleOperation(app, simulation, "DeleteInvoice", ({ id, query }) => {
    const invoice = findAtVersion(id, query.version);
    commitInvoice((change) => deleteInvoice(change, invoice));
    return {};
  });
}

function createInvoice(change: Change, draft: RequestBody, { invoicesPlus }: Behavior): Outcome {
  const { state } = change;
  const requests = parsePaymentRequests(state, draft.payment_requests);
  const needsPlus =
    requests.some(({ request_type }) => request_type === "INSTALLMENT") || draft.custom_fields;
  if (needsPlus && !invoicesPlus) {
    throw new SquareApiError("MERCHANT_SUBSCRIPTION_NOT_FOUND", "The seller has no Invoices Plus.");
  }
  assertTextLengths(state, draft);
  const order = findRecord(state.orders, readRequiredString(draft, "order_id"), "Order");
  if (order.state !== "OPEN") {
    throw new SquareApiError("BAD_REQUEST", "The order is not open.", "invoice.order_id");
  }
  if (Object.values(state.invoices).some((invoice) => invoice.order_id === order.id)) {
    throw new SquareApiError("BAD_REQUEST", "The order already has an invoice.", "invoice.order_id");
  }
  const recipient = readObjectField(draft, "primary_recipient");
  const location = findRecord(state.locations, order.location_id, "Location");
  return draftInvoice(change, {
    order,
    customer: findRecord(state.customers, readRequiredString(recipient, "customer_id"), "Customer"),
    requests,
    timezone: location.timezone,
    invoiceNumber: readOptionalString(draft, "invoice_number"),
    title: readOptionalString(draft, "title"),
    description: readOptionalString(draft, "description"),
    scheduledAt: readOptionalString(draft, "scheduled_at"),
    serviceDate: readOptionalString(draft, "sale_or_service_date"),
    deliveryMethod: parseDeliveryMethod(draft.delivery_method),
    acceptedPaymentMethods: parseAcceptedMethods(readObjectField(draft, "accepted_payment_methods")),
  });
}

function parseChanges(change: Change, invoice: Invoice, draft: RequestBody): InvoiceChanges {
  const fields = {
    title: readOptionalString(draft, "title"),
    description: readOptionalString(draft, "description"),
    scheduled_at: readOptionalString(draft, "scheduled_at"),
    sale_or_service_date: readOptionalString(draft, "sale_or_service_date"),
  };
  const requests =
    draft.payment_requests === undefined
      ? {}
      : { requests: parsePaymentRequests(change.state, draft.payment_requests, invoice.payment_requests) };
  const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...defined, ...requests };
}

function assertTextLengths(state: State, draft: RequestBody): void {
  const number = readOptionalString(draft, "invoice_number");
  assertLength(number, 191, "invoice.invoice_number");
  assertLength(readOptionalString(draft, "title"), 255, "invoice.title");
  assertLength(readOptionalString(draft, "description"), 65_536, "invoice.description");
  const order = state.orders[readRequiredString(draft, "order_id")];
  const isTaken = Object.values(state.invoices).some(
    ({ invoice_number, location_id }) => invoice_number === number && location_id === order?.location_id,
  );
  if (number !== undefined && isTaken) {
    throw new SquareApiError("BAD_REQUEST", "The invoice number is not unique.", "invoice.invoice_number");
  }
}

function parseDeliveryMethod(value: unknown): Invoice["delivery_method"] {
  if (value === "SHARE_MANUALLY" || value === "SMS") {
    return value;
  }
  return "EMAIL";
}

function parseAcceptedMethods(value: RequestBody): Partial<Invoice["accepted_payment_methods"]> {
  if (!Object.values(value).includes(true)) {
    throw new SquareApiError(
      "MISSING_REQUIRED_PARAMETER",
      "At least one payment method is required.",
      "invoice.accepted_payment_methods",
    );
  }
  return {
    card: value.card === true,
    square_gift_card: value.square_gift_card === true,
    bank_account: value.bank_account === true,
    buy_now_pay_later: value.buy_now_pay_later === true,
    cash_app_pay: value.cash_app_pay === true,
  };
}
