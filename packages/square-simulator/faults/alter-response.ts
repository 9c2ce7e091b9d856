import type { Fault } from "./fault.ts";

type Json = Record<string, unknown>;

/** One more than Square allows with installments only: a deposit and twelve installments. */
const MAX_REQUESTS = 13;

/** Alters a response body. The stored state is not changed. */
export function alterResponse(fault: Fault & { only?: string }, body: object): object {
  const isTarget = (item: Json, index: number) =>
    fault.only === undefined ? index === 0 : item.id === fault.only;
  const copy: Json = JSON.parse(JSON.stringify(body));
  switch (fault.kind) {
    case "cursor-repeats":
      return { ...copy, cursor: "repeated-cursor" };
    case "duplicate-items":
      return alterItems(copy, (items) => [...items, ...items.slice(0, 1)]);
    case "missed-item":
      return alterItems(copy, (items) => items.slice(0, -1));
    case "missing-order":
      return alterItems(copy, (items) => items.filter((item, index) => !isTarget(item, index)));
    default:
      return alterInvoices(copy, (invoice, index) =>
        isTarget(invoice, index) ? alterInvoice(fault, invoice) : invoice,
      );
  }
}

function alterInvoice(fault: Fault, invoice: Json): Json {
  switch (fault.kind) {
    case "changed-item":
      return { ...invoice, version: Number(invoice.version) + 1 };
    case "unknown-status":
      return { ...invoice, status: fault.status ?? "ON_HOLD" };
    case "unknown-request-type":
      return alterRequests(invoice, (request) => ({ ...request, request_type: "MILESTONE" }));
    case "missing-fields": {
      const { id, location_id, order_id, status, version } = invoice;
      return { id, location_id, order_id, status, version };
    }
    case "zero-amount":
      return alterRequests(invoice, (request) => ({
        ...request,
        computed_amount_money: { ...toObject(request.computed_amount_money), amount: 0 },
        total_completed_amount_money: { ...toObject(request.total_completed_amount_money), amount: 0 },
      }));
    case "other-currency":
      return alterRequests(invoice, (request) => ({
        ...request,
        computed_amount_money: {
          ...toObject(request.computed_amount_money),
          currency: fault.currency ?? "JPY",
        },
      }));
    case "thirteen-requests": {
      const [first = {}] = toArray(invoice.payment_requests);
      const requests = Array.from({ length: MAX_REQUESTS }, (_, index) => ({
        ...first,
        uid: `request-${index}`,
        request_type: index === 0 ? "DEPOSIT" : "INSTALLMENT",
        computed_amount_money: splitAmount(first.computed_amount_money, index),
        total_completed_amount_money: splitAmount(first.total_completed_amount_money, index),
      }));
      return { ...invoice, payment_requests: requests };
    }
    default:
      return invoice;
  }
}

function alterItems(body: Json, alter: (items: Json[]) => Json[]): Json {
  const name = Object.keys(body).find((key) => Array.isArray(body[key]));
  return name === undefined ? body : { ...body, [name]: alter(toArray(body[name])) };
}

/** Alters the invoices of a list response, or the invoice of a single response. */
function alterInvoices(body: Json, alter: (invoice: Json, index: number) => Json): Json {
  if (Array.isArray(body.invoices)) {
    return { ...body, invoices: toArray(body.invoices).map(alter) };
  }
  return body.invoice ? { ...body, invoice: alter(toObject(body.invoice), 0) } : body;
}

function alterRequests(invoice: Json, alter: (request: Json) => Json): Json {
  return { ...invoice, payment_requests: toArray(invoice.payment_requests).map(alter) };
}

/** Returns one of 13 parts of an amount. The last part includes the remainder. */
function splitAmount(money: unknown, index: number): Json {
  const { amount, ...rest } = toObject(money);
  const share = Math.floor(Number(amount ?? 0) / MAX_REQUESTS);
  const isLast = index === MAX_REQUESTS - 1;
  return { ...rest, amount: isLast ? Number(amount ?? 0) - share * (MAX_REQUESTS - 1) : share };
}

function toArray(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

function toObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
