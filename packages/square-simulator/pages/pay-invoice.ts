import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { payInvoice } from "../actions/pay-invoice.ts";
import type { PaymentMethod } from "../actions/payment-options.ts";
import { dateIn } from "../rules/dates.ts";
import { amountDue, isPayable, nextPaymentAmount, remainingAmount } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import { getPaymentDefaults } from "../simulation.ts";
import type { Invoice } from "../wire/invoice.ts";
import { formatDate, formatMoney } from "./format.ts";
import { renderInvoiceSummary } from "./invoice-summary.ts";
import { renderNotice, renderPage } from "./page.ts";
import { readForm } from "./read-form.ts";

const METHODS: {
  method: PaymentMethod;
  accepted: keyof Invoice["accepted_payment_methods"];
  label: string;
}[] = [
  { method: "card", accepted: "card", label: "Card ending in 1111" },
  { method: "bank", accepted: "bank_account", label: "Bank transfer (takes a few days)" },
  { method: "cash_app", accepted: "cash_app_pay", label: "Cash App Pay" },
];

/** `/pay-invoice/{token}`: the payment page of an invoice. */
export function registerPaymentPages(app: Hono, simulation: Simulation): void {
  app.get("/pay-invoice/:token", (context) => {
    const invoice = findInvoice(simulation, context.req.param("token"));
    if (!invoice) {
      return renderNotice(context, "Invoice not found", "This payment link is invalid or has expired.", 404);
    }
    const payment = simulation.store.state.payments[context.req.query("paid") ?? ""];
    if (payment && payment.order_id === invoice.order_id) {
      return renderSuccess(context, simulation, invoice, payment.id);
    }
    return renderInvoice(context, simulation, invoice);
  });

  app.post("/pay-invoice/:token", async (context) => {
    const token = context.req.param("token");
    const invoice = findInvoice(simulation, token);
    if (!invoice) {
      return renderNotice(context, "Invoice not found", "This payment link is invalid or has expired.", 404);
    }
    const form = await readForm(context);
    const paymentMethod = METHODS.find(({ method }) => method === form.method);
    const isAccepted =
      paymentMethod !== undefined && invoice.accepted_payment_methods[paymentMethod.accepted];
    // Prevents a second payment after a double click or from an outdated page.
    if (form.version !== String(invoice.version)) {
      return renderInvoice(
        context,
        simulation,
        invoice,
        "This invoice has changed. You were not charged. Review it and try again.",
      );
    }
    if (!isAccepted) {
      return renderInvoice(context, simulation, invoice, "Choose a payment method.");
    }
    const tipCents = parseTip(form.tip);
    if (tipCents === null) {
      return renderInvoice(context, simulation, invoice, "Enter the tip in dollars, such as 10.00.");
    }
    const outcome = simulation.store.commit((change) =>
      payInvoice(change, invoice, {
        ...getPaymentDefaults(simulation),
        amount: form.amount === "all" ? "all" : "next",
        method: paymentMethod.method,
        tipCents,
      }),
    );
    if (!outcome.ok) {
      return renderInvoice(context, simulation, invoice, outcome.problem);
    }
    return context.redirect(`${simulation.urls.payPage}/${token}?paid=${outcome.payment.id}`, 303);
  });
}

function findInvoice({ store }: Simulation, token: string): Invoice | undefined {
  return store.state.invoices[store.state.payTokens[token] ?? ""];
}

/** Parses a tip in dollars. Returns cents, 0 if it is empty, or null if it is not an amount. */
function parseTip(value: unknown): number | null {
  if (typeof value !== "string" || value.trim() === "") {
    return 0;
  }
  const match = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(value.trim());
  if (!match) {
    return null;
  }
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

function renderInvoice(context: Context, simulation: Simulation, invoice: Invoice, notice?: string) {
  const noticeMarkup = notice ? html`<p class="notice" role="alert">${notice}</p>` : "";
  const body = html`${noticeMarkup}${renderInvoiceSummary(simulation, invoice)}${renderPaymentForm(simulation, invoice)}`;
  return renderPage(context, {
    title: `Invoice ${invoice.invoice_number}`,
    body,
    status: notice ? 409 : 200,
  });
}

function renderPaymentForm(simulation: Simulation, invoice: Invoice) {
  if (invoice.status === "PAID") {
    return html`<p class="notice">This invoice is paid. Thank you.</p>`;
  }
  if (invoice.status === "PAYMENT_PENDING") {
    return html`<p class="notice">Your bank transfer is processing.</p>`;
  }
  if (invoice.status === "REFUNDED") {
    return html`<p class="notice">This invoice was refunded.</p>`;
  }
  if (!isPayable(invoice)) {
    return html`<p class="notice">This invoice was canceled. No payment is due.</p>`;
  }
  const today = dateIn(invoice.timezone, simulation.store.now());
  const totalDue = amountDue(invoice);
  const nextPayment = nextPaymentAmount(invoice, today) ?? { amount: totalDue, currency: "USD" };
  const hasChoice = nextPayment.amount < totalDue;
  const hasOverdue = invoice.payment_requests.some(
    (request) => remainingAmount(request) > 0 && request.due_date < today,
  );
  const nextLabel = hasOverdue ? "Overdue and next payment" : "Next payment";
  const methods = METHODS.filter(({ accepted }) => invoice.accepted_payment_methods[accepted]);
  const acceptsTip = invoice.payment_requests.at(-1)?.tipping_enabled === true;
  return html`
<form method="post">
<input type="hidden" name="version" value="${invoice.version}">
<fieldset><legend>Amount</legend>
<label class="choice"><input type="radio" name="amount" value="next" checked>
${hasChoice ? nextLabel : "Amount due"}: ${formatMoney(nextPayment)}</label>
${hasChoice ? html`<label class="choice"><input type="radio" name="amount" value="all"> Full balance: ${formatMoney({ ...nextPayment, amount: totalDue })}</label>` : ""}
</fieldset>
<fieldset><legend>Pay with</legend>
${methods.map(
  ({ method, label }, index) => html`<label class="choice">
<input type="radio" name="method" value="${method}" ${index === 0 ? "checked" : ""}> ${label}</label>`,
)}
</fieldset>
${acceptsTip ? html`<label class="field">Tip in dollars (optional) <input type="text" name="tip" inputmode="decimal" autocomplete="off"></label>` : ""}
<div class="buttons"><button>Pay</button></div>
</form>`;
}

function renderSuccess(context: Context, simulation: Simulation, invoice: Invoice, paymentId: string) {
  const payment = simulation.store.state.payments[paymentId];
  if (!payment) {
    return renderInvoice(context, simulation, invoice);
  }
  const isPending = payment.status === "PENDING";
  const date = formatDate(dateIn(invoice.timezone, new Date(payment.created_at)));
  const body = html`
<h1>${isPending ? "Payment started" : "Payment received"}</h1>
<p class="amount">${formatMoney(payment.total_money)}</p>
<p>${isPending ? "Your bank transfer is processing." : `Paid on ${date}.`} Invoice ${invoice.invoice_number}.</p>
<p><a href="${payment.receipt_url}">View receipt</a></p>
${
  simulation.portalUrl
    ? html`<div class="buttons"><a class="button" href="${simulation.portalUrl}">Return to portal</a></div>`
    : html`<p class="muted">You can close this page.</p>`
}`;
  return renderPage(context, { title: isPending ? "Payment started" : "Payment received", body });
}
