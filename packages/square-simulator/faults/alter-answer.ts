import type { Fault } from "./fault.ts";

type Json = Record<string, unknown>;

/** A deposit and twelve installments. */
const MOST_REQUESTS = 13;

/** Falsifies an answer as a fault asks; the state behind it stays true. */
export function alterAnswer(fault: Fault & { only?: string }, answer: object): object {
  const isMeant = (item: Json, index: number) =>
    fault.only === undefined ? index === 0 : item.id === fault.only;
  const copy: Json = JSON.parse(JSON.stringify(answer));
  switch (fault.kind) {
    case "cursor-repeats":
      return { ...copy, cursor: "the-same-for-ever" };
    case "duplicate-items":
      return onItems(copy, (items) => [...items, ...items.slice(0, 1)]);
    case "missed-item":
      return onItems(copy, (items) => items.slice(0, -1));
    case "missing-order":
      return onItems(copy, (items) => items.filter((item, index) => !isMeant(item, index)));
    default:
      return onInvoices(copy, (invoice, index) =>
        isMeant(invoice, index) ? alterInvoice(fault, invoice) : invoice,
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
      const [first = {}] = list(invoice.payment_requests);
      const requests = Array.from({ length: MOST_REQUESTS }, (_, index) => ({
        ...first,
        uid: `request-${index}`,
        request_type: index === 0 ? "DEPOSIT" : "INSTALLMENT",
        computed_amount_money: part(first.computed_amount_money, index),
        total_completed_amount_money: part(first.total_completed_amount_money, index),
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

/** Alters the invoices of a list, or the only one. */
function onInvoices(answer: Json, alter: (invoice: Json, index: number) => Json): Json {
  if (Array.isArray(answer.invoices)) return { ...answer, invoices: list(answer.invoices).map(alter) };
  return answer.invoice ? { ...answer, invoice: alter(objectOf(answer.invoice), 0) } : answer;
}

function onRequests(invoice: Json, alter: (request: Json) => Json): Json {
  return { ...invoice, payment_requests: list(invoice.payment_requests).map(alter) };
}

/** One of 13 parts of an amount; the last takes what is left over. */
function part(money: unknown, index: number): Json {
  const { amount, ...rest } = objectOf(money);
  const share = Math.floor(Number(amount ?? 0) / MOST_REQUESTS);
  const isLast = index === MOST_REQUESTS - 1;
  return { ...rest, amount: isLast ? Number(amount ?? 0) - share * (MOST_REQUESTS - 1) : share };
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
