import { html } from "hono/html";
import { dateIn } from "../rules/dates.ts";
import { amountDue, remainingAmount } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import type { Invoice, PaymentRequest } from "../wire/invoice.ts";
import { formatDate, formatMoney } from "./format.ts";
import type { Markup } from "./page.ts";

/** Renders an invoice's items and payment schedule. */
export function renderInvoiceSummary({ store }: Simulation, invoice: Invoice): Markup {
  const order = store.state.orders[invoice.order_id];
  const recipient = invoice.primary_recipient;
  const today = dateIn(invoice.timezone, store.now());
  const currency = order?.total_money.currency ?? "USD";
  const name = [recipient.given_name, recipient.family_name].filter(Boolean).join(" ");
  return html`
<p class="muted">${store.state.merchant.business_name} · Invoice ${invoice.invoice_number}</p>
<h1>${invoice.title ?? `Invoice ${invoice.invoice_number}`}</h1>
<p>For ${recipient.company_name ?? name}</p>
<p class="amount">${formatMoney({ amount: amountDue(invoice), currency })}</p>
<p class="muted">of ${formatMoney(order?.total_money ?? { amount: 0, currency })} due</p>
<h2>Items</h2>
<ul>${(order?.line_items ?? []).map((line) => html`<li>${line.name} – ${formatMoney(line.total_money)}</li>`)}</ul>
<h2>Payments</h2>
<table>
<thead><tr><th scope="col">Due</th><th scope="col">Payment</th><th scope="col">Amount</th></tr></thead>
<tbody>${invoice.payment_requests.map((request) => renderPaymentRow(request, today))}</tbody>
</table>`;
}

const REQUEST_LABELS = { BALANCE: "Balance", DEPOSIT: "Deposit", INSTALLMENT: "Installment" };

function renderPaymentRow(request: PaymentRequest, today: string): Markup {
  const isPartiallyPaid = request.total_completed_amount_money.amount > 0;
  let status = "Open";
  if (remainingAmount(request) === 0) {
    status = "Paid";
  } else if (request.due_date < today) {
    status = isPartiallyPaid ? "Partially paid, overdue" : "Overdue";
  } else if (isPartiallyPaid) {
    status = "Partially paid";
  }
  return html`<tr><td>${formatDate(request.due_date)}</td>
<td>${REQUEST_LABELS[request.request_type]}<br><span class="muted">${status}</span></td><td>${formatMoney(request.computed_amount_money)}</td></tr>`;
}
