import type { Hono } from "hono";
import { html } from "hono/html";
import type { Simulation } from "../simulation.ts";
import { formatDate } from "./format.ts";
import { renderInvoiceSummary } from "./invoice-summary.ts";
import { renderNotice, renderPage } from "./page.ts";

/** `/dashboard/…`: replacements for the Square Dashboard pages that the host application links to. */
export function registerDashboardPages(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  app.get("/dashboard/invoices/:id", (context) => {
    const invoice = store.state.invoices[context.req.param("id")];
    if (!invoice) {
      return renderNotice(context, "Invoice not found", "This seller has no invoice with this ID.", 404);
    }
    const body = html`${renderInvoiceSummary(simulation, invoice)}<p>Status: ${formatStatus(invoice.status)}</p>`;
    return renderPage(context, { title: `Invoice ${invoice.invoice_number}`, body });
  });

  app.get("/dashboard/subscriptions-list/:id", (context) => {
    const subscription = store.state.subscriptions[context.req.param("id")];
    if (!subscription) {
      return renderNotice(
        context,
        "Subscription not found",
        "This seller has no subscription with this ID.",
        404,
      );
    }
    const { state } = store;
    const customer = state.customers[subscription.customer_id];
    const plan = state.catalog[subscription.plan_variation_id]?.subscription_plan_variation_data;
    const invoices = (subscription.invoice_ids ?? []).flatMap((id) => state.invoices[id] ?? []);
    const body = html`
<h1>${plan?.name ?? "Subscription"}</h1>
<p>${customer?.company_name ?? customer?.email_address ?? "Customer"}</p>
<p>Status: ${formatStatus(subscription.status)}</p>
<p>Since ${formatDate(subscription.start_date)}</p>
${subscription.charged_through_date ? html`<p>Paid through ${formatDate(subscription.charged_through_date)}</p>` : ""}
<h2>Invoices</h2>
<ul>${invoices.map(
      (invoice) =>
        html`<li><a href="${simulation.urls.base}/dashboard/invoices/${encodeURIComponent(invoice.id)}">${invoice.invoice_number}</a> – ${formatStatus(invoice.status)}</li>`,
    )}</ul>`;
    return renderPage(context, { title: "Subscription", body });
  });
}

function formatStatus(status: string): string {
  return status.toLowerCase().replaceAll("_", " ");
}
