import { html } from "hono/html";
import { dateIn } from "../rules/dates.ts";
import { amountDue, remainingOf } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import type { Invoice, PaymentRequest } from "../wire/invoice.ts";
import type { Markup } from "./page.ts";
import { dateInWords, moneyInWords } from "./words.ts";

/** What an invoice is for and when its parts are due. */
export function invoiceSummary({ store }: Simulation, invoice: Invoice): Markup {
  const order = store.state.orders[invoice.order_id];
  const recipient = invoice.primary_recipient;
  const today = dateIn(invoice.timezone, store.now());
  const currency = order?.total_money.currency ?? "USD";
  const name = [recipient.given_name, recipient.family_name].filter(Boolean).join(" ");
  return html`
<p class="soft">${store.state.merchant.business_name} · Invoice ${invoice.invoice_number}</p>
<h1>${invoice.title ?? `Invoice ${invoice.invoice_number}`}</h1>
<p>For ${recipient.company_name ?? name}</p>
<p class="amount">${moneyInWords({ amount: amountDue(invoice), currency })}</p>
<p class="soft">due of ${moneyInWords(order?.total_money ?? { amount: 0, currency })}</p>
<h2>What it is for</h2>
<ul>${(order?.line_items ?? []).map((line) => html`<li>${line.name} – ${moneyInWords(line.total_money)}</li>`)}</ul>
<h2>Payments</h2>
<table>
<thead><tr><th scope="col">Due</th><th scope="col">Payment</th><th scope="col">Amount</th></tr></thead>
<tbody>${invoice.payment_requests.map((request) => requestRow(request, today))}</tbody>
</table>`;
}

const KINDS = { BALANCE: "Balance", DEPOSIT: "Deposit", INSTALLMENT: "Installment" };

function requestRow(request: PaymentRequest, today: string): Markup {
  const paid = request.total_completed_amount_money.amount > 0;
  let state = "Open";
  if (remainingOf(request) === 0) state = "Paid";
  else if (request.due_date < today) state = paid ? "Part paid, overdue" : "Overdue";
  else if (paid) state = "Part paid";
  return html`<tr><td>${dateInWords(request.due_date)}</td>
<td>${KINDS[request.request_type]}<br><span class="soft">${state}</span></td><td>${moneyInWords(request.computed_amount_money)}</td></tr>`;
}
