import type {
  InvoiceWriter,
  ProviderCustomer,
  StoredWrite,
  WriteOutcome,
  WrittenInvoice,
} from "#server/payments/invoice-writer.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { getOrders } from "#server/payments/square/client/batch-reads.ts";
import { readJson } from "#server/payments/square/client/read-json.ts";
import { nullIfNotFound } from "#server/payments/square/client/square-errors.ts";
import type { SquareRequest } from "#server/payments/square/client/square-request.ts";
import { moneyToCents } from "#server/payments/square/mapping/square-money.ts";
import {
  isJsonObject,
  type JsonObject,
  toObject,
  toObjects,
  toText,
} from "#server/payments/square/objects/json-fields.ts";
import {
  findOutcome,
  getInvoiceJson,
  isCanceledOrder,
  toOutcome,
} from "#server/payments/square/writing/find-outcome.ts";
import {
  buildCustomerRequest,
  buildInvoiceRequest,
  buildOrderCancellation,
  buildOrderRequest,
  buildVersionRequest,
} from "#server/payments/square/writing/write-requests.ts";

/** Creates write access to one merchant's account at Square. */
export function createSquareWriter(call: SquareRequest): InvoiceWriter {
  const searchCustomers = async (filter: object): Promise<ProviderCustomer[]> => {
    const response = await readJson(call, { path: "/v2/customers/search", body: { query: { filter } } });
    return toObjects(response.customers, toCustomer) ?? [];
  };
  return {
    async findCustomers({ clientId, email }) {
      const byReference = await searchCustomers({ reference_id: { exact: clientId } });
      if (byReference.length > 0 || email === null) {
        return byReference;
      }
      return searchCustomers({ email_address: { exact: email } });
    },
    async getCustomer(id) {
      const response = await nullIfNotFound(
        readJson(call, { path: `/v2/customers/${encodeURIComponent(id)}` }),
      );
      return toObject(response?.customer, toCustomer) ?? null;
    },
    getInvoice: (id) => getWrittenInvoice(call, id),
    buildCustomer: buildCustomerRequest,
    buildOrder: buildOrderRequest,
    buildInvoice: buildInvoiceRequest,
    buildVersionRequest,
    buildOrderCancellation,
    send: (write) => sendWrite(call, write),
    find: (write) => findOutcome(call, write),
  };
}

async function getWrittenInvoice(call: SquareRequest, id: string): Promise<WrittenInvoice | null> {
  const invoice = await getInvoiceJson(call, id);
  if (!invoice) {
    return null;
  }
  const orderId = toText(invoice.order_id) ?? "";
  const order = (await getOrders(call, [orderId])).get(orderId);
  const totalCents = moneyToCents(order?.totalMoney);
  const { version } = toOutcome(invoice);
  if (version === null || totalCents === null) {
    throw new ProviderError("unreadable-response");
  }
  const recipient = toObject(invoice.primary_recipient, toCustomer);
  return {
    version,
    state: toState(toText(invoice.status)),
    totalCents,
    recipientName: recipient?.name ?? "",
    recipientEmail: recipient?.email ?? null,
  };
}

function toState(status: string | undefined): WrittenInvoice["state"] {
  switch (status) {
    case "DRAFT":
      return "draft";
    case "UNPAID":
    case "SCHEDULED":
      return "open";
    case "CANCELED":
      return "canceled";
    default:
      return "closed";
  }
}

/** Also parses the recipient of an invoice, which is a copy of the customer. */
function toCustomer(json: JsonObject): ProviderCustomer {
  const name = [toText(json.given_name), toText(json.family_name)].filter(Boolean).join(" ");
  return {
    id: toText(json.id) ?? toText(json.customer_id) ?? "",
    name: name || toText(json.company_name) || "",
    email: toText(json.email_address) || null,
  };
}

/** Sends a write. The body is exactly the stored one. @throws {ProviderError} */
async function sendWrite(
  call: SquareRequest,
  { step, request, targetId }: StoredWrite,
): Promise<WriteOutcome> {
  const invoicePath = `/v2/invoices/${encodeURIComponent(targetId ?? "")}`;
  switch (step) {
    case "create_customer":
      return parseOutcome((await readJson(call, { path: "/v2/customers", body: request })).customer);
    case "create_order":
      return parseOutcome((await readJson(call, { path: "/v2/orders", body: request })).order);
    case "create_invoice":
      return parseOutcome((await readJson(call, { path: "/v2/invoices", body: request })).invoice);
    case "publish_invoice":
      return parseOutcome((await readJson(call, { path: `${invoicePath}/publish`, body: request })).invoice);
    case "cancel_invoice": {
      // Canceling takes no idempotency key.
      const body = { version: request.version };
      return parseOutcome((await readJson(call, { path: `${invoicePath}/cancel`, body })).invoice);
    }
    case "delete_invoice": {
      const version = typeof request.version === "number" ? request.version : undefined;
      await readJson(call, { path: invoicePath, query: { version }, method: "DELETE" });
      return { id: targetId ?? "", version: null };
    }
    case "cancel_order": {
      const path = `/v2/orders/${encodeURIComponent(targetId ?? "")}`;
      const { order } = await readJson(call, { path, method: "PUT", body: request });
      if (!isJsonObject(order) || !isCanceledOrder(order)) {
        // A repeated key can return 200 without changing the order.
        throw new ProviderError("unreadable-response");
      }
      return parseOutcome(order);
    }
  }
}

/** @throws {ProviderError} "unreadable-response" if the response lacks the id */
function parseOutcome(value: unknown): WriteOutcome {
  const outcome = toObject(value, toOutcome);
  if (!outcome?.id) {
    throw new ProviderError("unreadable-response");
  }
  return outcome;
}
