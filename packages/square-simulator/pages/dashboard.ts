import type { Hono } from "hono";
import { html } from "hono/html";
import type { Simulation } from "../simulation.ts";
import { invoiceSummary } from "./invoice-summary.ts";
import { showNotice, showPage } from "./page.ts";
import { dateInWords } from "./words.ts";

/** `/dashboard/…`: stand-ins for the seller's own pages, to which the product links. */
export function dashboardPages(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  app.get("/dashboard/invoices/:id", (context) => {
    const invoice = store.state.invoices[context.req.param("id")];
    if (!invoice) return showNotice(context, "Invoice not found", "The seller has no such invoice.", 404);
    const body = html`${invoiceSummary(simulation, invoice)}<p>Status: ${inWords(invoice.status)}</p>`;
    return showPage(context, { title: `Invoice ${invoice.invoice_number}`, body });
  });

  app.get("/dashboard/subscriptions-list/:id", (context) => {
    const subscription = store.state.subscriptions[context.req.param("id")];
    if (!subscription) {
      return showNotice(context, "Subscription not found", "The seller has no such subscription.", 404);
    }
    const { state } = store;
    const customer = state.customers[subscription.customer_id];
    const plan = state.catalog[subscription.plan_variation_id]?.subscription_plan_variation_data;
    const invoices = (subscription.invoice_ids ?? []).flatMap((id) => state.invoices[id] ?? []);
    const body = html`
<h1>${plan?.name ?? "Subscription"}</h1>
<p>${customer?.company_name ?? customer?.email_address ?? "Customer"}</p>
<p>Status: ${inWords(subscription.status)}</p>
<p>Since ${dateInWords(subscription.start_date)}</p>
${subscription.charged_through_date ? html`<p>Paid through ${dateInWords(subscription.charged_through_date)}</p>` : ""}
<h2>Invoices</h2>
<ul>${invoices.map(
      (invoice) =>
        html`<li><a href="${simulation.addresses.base}/dashboard/invoices/${encodeURIComponent(invoice.id)}">${invoice.invoice_number}</a> – ${inWords(invoice.status)}</li>`,
    )}</ul>`;
    return showPage(context, { title: "Subscription", body });
  });
}

function inWords(status: string): string {
  return status.toLowerCase().replaceAll("_", " ");
}
