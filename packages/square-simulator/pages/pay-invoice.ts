import type { Context, Hono } from "hono";
import { html } from "hono/html";
import type { PayMethod } from "../actions/pay-instruction.ts";
import { payInvoice } from "../actions/pay-invoice.ts";
import { dateIn } from "../rules/dates.ts";
import { amountDue, isPayable, nextPaymentAmount } from "../rules/next-payment.ts";
import type { Simulation } from "../simulation.ts";
import { payInstruction } from "../simulation.ts";
import type { Invoice } from "../wire/invoice.ts";
import { invoiceSummary } from "./invoice-summary.ts";
import { showNotice, showPage } from "./page.ts";
import { readForm } from "./read-form.ts";
import { dateInWords, moneyInWords } from "./words.ts";

const METHODS: { method: PayMethod; accepted: keyof Invoice["accepted_payment_methods"]; label: string }[] = [
  { method: "card", accepted: "card", label: "Card ending in 1111" },
  { method: "bank", accepted: "bank_account", label: "Bank transfer (arrives in some days)" },
  { method: "cash_app", accepted: "cash_app_pay", label: "Cash App Pay" },
];

/** `/pay-invoice/{token}`: what a client sees behind "Pay Now". */
export function payPages(app: Hono, simulation: Simulation): void {
  app.get("/pay-invoice/:token", (context) => {
    const invoice = invoiceOf(simulation, context.req.param("token"));
    if (!invoice)
      return showNotice(context, "Invoice not found", "This link is not, or no longer, valid.", 404);
    const paid = simulation.store.state.payments[context.req.query("paid") ?? ""];
    if (paid && paid.order_id === invoice.order_id) return showSuccess(context, simulation, invoice, paid.id);
    return showInvoice(context, simulation, invoice);
  });

  app.post("/pay-invoice/:token", async (context) => {
    const token = context.req.param("token");
    const invoice = invoiceOf(simulation, token);
    if (!invoice)
      return showNotice(context, "Invoice not found", "This link is not, or no longer, valid.", 404);
    const form = await readForm(context);
    const choice = METHODS.find(({ method }) => method === form.method);
    const accepted = choice !== undefined && invoice.accepted_payment_methods[choice.accepted];
    // A second press of Pay, or a page that stood open, must not pay again.
    if (form.version !== String(invoice.version)) {
      return showInvoice(
        context,
        simulation,
        invoice,
        "This invoice changed in the meantime. Nothing was paid.",
      );
    }
    if (!accepted) return showInvoice(context, simulation, invoice, "Choose how to pay.");
    const tipCents = tipOf(form.tip);
    if (tipCents === null) return showInvoice(context, simulation, invoice, "The tip is not an amount.");
    const outcome = simulation.store.commit((change) =>
      payInvoice(change, invoice, {
        ...payInstruction(simulation),
        amount: form.amount === "all" ? "all" : "next",
        method: choice.method,
        tipCents,
      }),
    );
    if (!outcome.ok) return showInvoice(context, simulation, invoice, outcome.problem);
    return context.redirect(`${simulation.addresses.payPage}/${token}?paid=${outcome.payment.id}`, 303);
  });
}

function invoiceOf({ store }: Simulation, token: string): Invoice | undefined {
  return store.state.invoices[store.state.payTokens[token] ?? ""];
}

/** Cents of a tip typed in dollars; 0 when none, null when it is no amount. */
function tipOf(value: unknown): number | null {
  if (typeof value !== "string" || value.trim() === "") return 0;
  const match = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(value.trim());
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

function showInvoice(context: Context, simulation: Simulation, invoice: Invoice, notice?: string) {
  const said = notice ? html`<p class="notice" role="alert">${notice}</p>` : "";
  const body = html`${said}${invoiceSummary(simulation, invoice)}${payable(simulation, invoice)}`;
  return showPage(context, { title: `Invoice ${invoice.invoice_number}`, body, status: notice ? 409 : 200 });
}

function payable(simulation: Simulation, invoice: Invoice) {
  if (invoice.status === "PAID") return html`<p class="notice">This invoice is paid. Thank you.</p>`;
  if (invoice.status === "PAYMENT_PENDING") return html`<p class="notice">A bank transfer is on its way.</p>`;
  if (invoice.status === "REFUNDED") return html`<p class="notice">This invoice was refunded.</p>`;
  if (!isPayable(invoice)) return html`<p class="notice">This invoice was canceled. Nothing is due.</p>`;
  const today = dateIn(invoice.timezone, simulation.store.now());
  const all = amountDue(invoice);
  const next = nextPaymentAmount(invoice, today) ?? { amount: all, currency: "USD" };
  const hasChoice = next.amount < all;
  const methods = METHODS.filter(({ accepted }) => invoice.accepted_payment_methods[accepted]);
  const takesTip = invoice.payment_requests.at(-1)?.tipping_enabled === true;
  return html`
<form method="post">
<input type="hidden" name="version" value="${invoice.version}">
<fieldset><legend>Amount</legend>
<label class="choice"><input type="radio" name="amount" value="next" checked>
${hasChoice ? "Next payment" : "Amount due"}: ${moneyInWords(next)}</label>
${hasChoice ? html`<label class="choice"><input type="radio" name="amount" value="all"> Everything: ${moneyInWords({ ...next, amount: all })}</label>` : ""}
</fieldset>
<fieldset><legend>Pay with</legend>
${methods.map(
  ({ method, label }, index) => html`<label class="choice">
<input type="radio" name="method" value="${method}" ${index === 0 ? "checked" : ""}> ${label}</label>`,
)}
</fieldset>
${takesTip ? html`<label class="field">Tip in dollars (optional) <input type="text" name="tip" inputmode="decimal" autocomplete="off"></label>` : ""}
<div class="buttons"><button>Pay</button></div>
</form>`;
}

function showSuccess(context: Context, simulation: Simulation, invoice: Invoice, paymentId: string) {
  const payment = simulation.store.state.payments[paymentId];
  if (!payment) return showInvoice(context, simulation, invoice);
  const pending = payment.status === "PENDING";
  const date = dateInWords(dateIn(invoice.timezone, new Date(payment.created_at)));
  const body = html`
<h1>${pending ? "Payment started" : "Payment received"}</h1>
<p class="amount">${moneyInWords(payment.total_money)}</p>
<p>${pending ? "The bank transfer is on its way." : `Paid on ${date}.`} Invoice ${invoice.invoice_number}.</p>
<p><a href="${payment.receipt_url}">View receipt</a></p>
<p class="soft">You can close this page and return to your portal.</p>`;
  return showPage(context, { title: pending ? "Payment started" : "Payment received", body });
}
