import { amountDue } from "../rules/next-payment.ts";
import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Invoice, InvoiceStatus } from "../wire/invoice.ts";
import { emitInvoiceEvent } from "./emit-events.ts";
import { replaceLines, touchOrder } from "./orders.ts";

export type InvoiceOutcome = { ok: true; invoice: Invoice } | { ok: false; problem: string };

const NOT_CANCELABLE = new Set<InvoiceStatus>([
  "DRAFT",
  "PAID",
  "REFUNDED",
  "CANCELED",
  "FAILED",
  "PAYMENT_PENDING",
]);

/** Increments the invoice's version. Call it once per commit. */
export function touchInvoice(change: Change, invoice: Invoice): void {
  invoice.version += 1;
  invoice.updated_at = change.at.toISOString();
}

/** Publishes a draft. With a future `scheduled_at` it is scheduled, otherwise it can be paid immediately. */
export function publishInvoice(change: Change, invoice: Invoice, payPageBase: string): InvoiceOutcome {
  if (invoice.status !== "DRAFT") {
    return { ok: false, problem: "Only a draft invoice can be published." };
  }
  if (invoice.delivery_method === "EMAIL" && !invoice.primary_recipient.email_address) {
    return { ok: false, problem: "The recipient has no email address." };
  }
  const token = ids.payPage(change.state);
  change.state.payTokens[token] = invoice.id;
  invoice.public_url = `${payPageBase}/${token}`;
  const isScheduled =
    invoice.scheduled_at !== undefined && Date.parse(invoice.scheduled_at) > change.at.getTime();
  invoice.status = isScheduled ? "SCHEDULED" : getOpenStatus(invoice);
  touchInvoice(change, invoice);
  emitInvoiceEvent(change, "invoice.published", invoice);
  return { ok: true, invoice };
}

/** Sends a scheduled invoice. */
export function sendScheduledInvoice(change: Change, invoice: Invoice): void {
  invoice.status = getOpenStatus(invoice);
  touchInvoice(change, invoice);
  emitInvoiceEvent(change, "invoice.updated", invoice);
}

export function cancelInvoice(change: Change, invoice: Invoice): InvoiceOutcome {
  if (NOT_CANCELABLE.has(invoice.status)) {
    return { ok: false, problem: `An invoice with status ${invoice.status} cannot be canceled.` };
  }
  closeInvoice(change, invoice, "CANCELED");
  emitInvoiceEvent(change, "invoice.canceled", invoice);
  return { ok: true, invoice };
}

/** Marks an invoice as failed, as Square does for invoices it finds suspicious. */
export function failInvoice(change: Change, invoice: Invoice): InvoiceOutcome {
  if (NOT_CANCELABLE.has(invoice.status)) {
    return { ok: false, problem: `An invoice with status ${invoice.status} cannot fail.` };
  }
  closeInvoice(change, invoice, "FAILED");
  emitInvoiceEvent(change, "invoice.updated", invoice);
  return { ok: true, invoice };
}

/** Deletes a draft and cancels its order. */
export function deleteInvoice(change: Change, invoice: Invoice): InvoiceOutcome {
  if (invoice.status !== "DRAFT") {
    return { ok: false, problem: "Only a draft invoice can be deleted." };
  }
  delete change.state.invoices[invoice.id];
  const order = change.state.orders[invoice.order_id];
  if (order) {
    order.state = "CANCELED";
    touchOrder(change, order);
  }
  change.emit({
    type: "invoice.deleted",
    locationId: invoice.location_id,
    data: { type: "invoice", id: invoice.id, deleted: true },
  });
  return { ok: true, invoice };
}

/** Records a failed automatic charge. The invoice keeps its status and can be paid manually. */
export function recordFailedCharge(change: Change, invoice: Invoice): void {
  touchInvoice(change, invoice);
  emitInvoiceEvent(change, "invoice.scheduled_charge_failed", invoice);
}

function getOpenStatus(invoice: Invoice): InvoiceStatus {
  return amountDue(invoice) === 0 ? "PAID" : "UNPAID";
}

function closeInvoice(change: Change, invoice: Invoice, status: "CANCELED" | "FAILED"): void {
  invoice.status = status;
  touchInvoice(change, invoice);
  const order = change.state.orders[invoice.order_id];
  if (order?.state !== "OPEN") {
    return;
  }
  const paid = (order.tenders ?? []).reduce(
    (sum, { amount_money, tip_money }) => sum + amount_money.amount - (tip_money?.amount ?? 0),
    0,
  );
  if (paid > 0) {
    replaceLines(change, order, paid);
  }
  order.state = paid > 0 ? "COMPLETED" : "CANCELED";
  order.closed_at = change.at.toISOString();
  touchOrder(change, order);
}
