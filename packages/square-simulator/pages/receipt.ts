import type { Hono } from "hono";
import { html } from "hono/html";
import { dateIn } from "../rules/dates.ts";
import type { Simulation } from "../simulation.ts";
import { formatDate, formatMoney } from "./format.ts";
import { renderNotice, renderPage } from "./page.ts";

const SOURCE_LABELS = { CARD: "Card ending in 1111", BANK_ACCOUNT: "Bank transfer", WALLET: "Cash App Pay" };

/** `/receipt/{payment}`: the receipt of one payment. */
export function registerReceiptPages(app: Hono, { store }: Simulation): void {
  app.get("/receipt/:payment", (context) => {
    const { state } = store;
    const payment = state.payments[context.req.param("payment")];
    if (!payment) {
      return renderNotice(context, "Receipt not found", "There is no payment with this ID.", 404);
    }
    const zone = state.locations[payment.location_id]?.timezone ?? "UTC";
    const refunded = payment.refunded_money;
    const body = html`
<p class="muted">${state.merchant.business_name} · Receipt ${payment.receipt_number}</p>
<h1>Receipt</h1>
<p class="amount">${formatMoney(payment.total_money)}</p>
<table><tbody>
<tr><th scope="row">Date</th><td>${formatDate(dateIn(zone, new Date(payment.created_at)))}</td></tr>
<tr><th scope="row">Paid with</th><td>${SOURCE_LABELS[payment.source_type]}</td></tr>
<tr><th scope="row">Amount</th><td>${formatMoney(payment.amount_money)}</td></tr>
${payment.tip_money ? html`<tr><th scope="row">Tip</th><td>${formatMoney(payment.tip_money)}</td></tr>` : ""}
${refunded ? html`<tr><th scope="row">Refunded</th><td>${formatMoney(refunded)}</td></tr>` : ""}
<tr><th scope="row">Status</th><td>${payment.status === "COMPLETED" ? "Completed" : payment.status.toLowerCase()}</td></tr>
</tbody></table>`;
    return renderPage(context, { title: "Receipt", body });
  });
}
