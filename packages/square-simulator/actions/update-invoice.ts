import type { RequestDraft } from "../rules/payment-schedule.ts";
import { computeSchedule } from "../rules/payment-schedule.ts";
import type { Change } from "../state/store.ts";
import type { Invoice, PaymentRequest } from "../wire/invoice.ts";
import { emitInvoiceEvent } from "./emit-events.ts";
import type { InvoiceOutcome } from "./invoice-lifecycle.ts";
import { touchInvoice } from "./invoice-lifecycle.ts";

const CLOSED_STATUSES = new Set(["PAID", "REFUNDED", "CANCELED", "FAILED", "PAYMENT_PENDING"]);

export type InvoiceChanges = Partial<
  Pick<
    Invoice,
    "title" | "description" | "scheduled_at" | "sale_or_service_date" | "custom_fields" | "delivery_method"
  >
> & { requests?: RequestDraft[] };

/** Updates an open invoice. Payment requests keep their completed amounts. */
export function updateInvoice(change: Change, invoice: Invoice, changes: InvoiceChanges): InvoiceOutcome {
  if (CLOSED_STATUSES.has(invoice.status)) {
    return { ok: false, problem: `An invoice with status ${invoice.status} cannot be updated.` };
  }
  const { requests, ...fields } = changes;
  if (requests) {
    const total = change.state.orders[invoice.order_id]?.total_money;
    const schedule = computeSchedule(total ?? { amount: 0, currency: "USD" }, requests);
    if (!schedule.ok) {
      return schedule;
    }
    const merged = carryOverPayments(schedule.requests, invoice.payment_requests);
    if (!merged) {
      return { ok: false, problem: "A payment request cannot be less than its completed amount." };
    }
    invoice.payment_requests = merged;
  }
  Object.assign(invoice, fields);
  touchInvoice(change, invoice);
  emitInvoiceEvent(change, "invoice.updated", invoice);
  return { ok: true, invoice };
}

function carryOverPayments(next: PaymentRequest[], previous: PaymentRequest[]): PaymentRequest[] | null {
  const paid = previous.filter((request) => request.total_completed_amount_money.amount > 0);
  if (paid.some((request) => !next.some(({ uid }) => uid === request.uid))) {
    return null;
  }
  const merged = next.map((request) => {
    const paidRequest = paid.find(({ uid }) => uid === request.uid);
    return paidRequest
      ? { ...request, total_completed_amount_money: paidRequest.total_completed_amount_money }
      : request;
  });
  const isBelow = merged.some(
    (request) => request.computed_amount_money.amount < request.total_completed_amount_money.amount,
  );
  return isBelow ? null : merged;
}
