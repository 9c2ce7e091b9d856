import type { Fault } from "./fault.ts";

type Json = Record<string, unknown>;

/** Falsifies an answer as a fault asks; the state behind it stays true. */
export function alterAnswer(fault: Fault, answer: object): object {
  const copy: Json = JSON.parse(JSON.stringify(answer));
  switch (fault.kind) {
    case "cursor-repeats":
      return { ...copy, cursor: "the-same-for-ever" };
    case "duplicate-items":
      return onItems(copy, (items) => [...items, ...items.slice(0, 1)]);
    case "missed-item":
      return onItems(copy, (items) => items.slice(0, -1));
    case "missing-order":
      return onItems(copy, (items) => items.slice(1));
    default:
      return onInvoices(copy, (invoice) => alterInvoice(fault, invoice));
  }
}

function alterInvoice(fault: Fault, invoice: Json): Json {
  switch (fault.kind) {
    case "changed-item":
      return { ...invoice, version: Number(invoice.version) + 1 };
    case "unknown-status":
      return { ...invoice, status: fault.status ?? "ON_HOLD" };
    case "unknown-request-type":
      return onRequests(invoice, (request) => ({ ...request, request_type: "MILESTONE" }));
    case "missing-fields": {
      const { id, location_id, order_id, status, version } = invoice;
      return { id, location_id, order_id, status, version };
    }
    case "zero-amount":
      return onRequests(invoice, (request) => ({
        ...request,
        computed_amount_money: { ...objectOf(request.computed_amount_money), amount: 0 },
        total_completed_amount_money: { ...objectOf(request.total_completed_amount_money), amount: 0 },
      }));
    case "other-currency":
      return onRequests(invoice, (request) => ({
        ...request,
        computed_amount_money: {
          ...objectOf(request.computed_amount_money),
          currency: fault.currency ?? "JPY",
        },
      }));
    case "thirteen-requests": {
      const first = list(invoice.payment_requests)[0] ?? {};
      const requests = Array.from({ length: 13 }, (_, index) => ({
        ...first,
        uid: `request-${index}`,
        request_type: index === 0 ? "DEPOSIT" : "INSTALLMENT",
      }));
      return { ...invoice, payment_requests: requests };
    }
    default:
      return invoice;
  }
}

function onItems(answer: Json, alter: (items: Json[]) => Json[]): Json {
  const name = Object.keys(answer).find((key) => Array.isArray(answer[key]));
  return name === undefined ? answer : { ...answer, [name]: alter(list(answer[name])) };
}

/** Alters the first invoice of a list, or the only one. */
function onInvoices(answer: Json, alter: (invoice: Json) => Json): Json {
  if (Array.isArray(answer.invoices)) {
    const [first, ...others] = list(answer.invoices);
    return { ...answer, invoices: first ? [alter(first), ...others] : [] };
  }
  return answer.invoice ? { ...answer, invoice: alter(objectOf(answer.invoice)) } : answer;
}

function onRequests(invoice: Json, alter: (request: Json) => Json): Json {
  return { ...invoice, payment_requests: list(invoice.payment_requests).map(alter) };
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
