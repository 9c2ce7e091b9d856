import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { subscribeAtCheckout } from "../actions/subscribe-at-checkout.ts";
import type { Simulation } from "../simulation.ts";
import { getBillingOptions } from "../simulation.ts";
import type { PaymentLink } from "../wire/subscription.ts";
import { formatMoney } from "./format.ts";
import { renderNotice, renderPage } from "./page.ts";
import { readForm } from "./read-form.ts";

/** `/checkout/{link}`: subscribe to a plan. */
export function registerCheckoutPages(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  app.get("/checkout/:link", (context) => {
    const link = store.state.paymentLinks[context.req.param("link")];
    if (!link) {
      return renderNotice(context, "Checkout not found", "This checkout link is invalid.", 404);
    }
    return renderCheckout(context, simulation, link);
  });

  app.post("/checkout/:link", async (context) => {
    const link = store.state.paymentLinks[context.req.param("link")];
    if (!link) {
      return renderNotice(context, "Checkout not found", "This checkout link is invalid.", 404);
    }
    const form = await readForm(context);
    const readField = (name: string) => (typeof form[name] === "string" ? form[name].trim() : "");
    const buyer = {
      givenName: readField("given_name"),
      familyName: readField("family_name"),
      email: readField("email"),
    };
    if (!/^\S+@\S+\.\S+$/.test(buyer.email) || buyer.givenName === "") {
      return renderCheckout(context, simulation, link, "Enter your name and a valid email address.");
    }
    const outcome = store.commit((change) =>
      subscribeAtCheckout(change, link, buyer, getBillingOptions(simulation)),
    );
    if (!outcome.ok) {
      return renderNotice(context, "Subscription not started", outcome.problem, 409);
    }
    const redirectUrl = link.checkout_options?.redirect_url;
    if (!redirectUrl) {
      return renderNotice(context, "Subscribed", "Your subscription has started.");
    }
    const target = new URL(redirectUrl);
    target.searchParams.set("checkoutId", link.id);
    target.searchParams.set("orderId", link.order_id);
    return context.redirect(target.toString(), 303);
  });
}

function renderCheckout(context: Context, { store }: Simulation, link: PaymentLink, problem?: string) {
  const order = store.state.orders[link.order_id];
  const price = order?.total_money ?? { amount: 0, currency: "USD" };
  const redirectUrl = link.checkout_options?.redirect_url;
  const name = order?.line_items[0]?.name ?? "Subscription";
  const body = html`
${problem ? html`<p class="notice" role="alert">${problem}</p>` : ""}
<p class="muted">${store.state.merchant.business_name}</p>
<h1>${name}</h1>
<p class="amount">${formatMoney(price)}</p>
<p class="muted">per month, cancel anytime</p>
<form method="post">
<label class="field">First name <input type="text" name="given_name" autocomplete="given-name" required></label>
<label class="field">Last name <input type="text" name="family_name" autocomplete="family-name"></label>
<label class="field">Email <input type="email" name="email" autocomplete="email" required value="${link.pre_populated_data?.buyer_email ?? ""}"></label>
<p class="muted">Your card ending in 1111 will be charged today and every month.</p>
<div class="buttons"><button>Subscribe</button></div>
</form>`;
  return renderPage(context, {
    title: `Subscribe to ${name}`,
    body,
    status: problem ? 400 : 200,
    formTargets: redirectUrl ? [new URL(redirectUrl).origin] : [],
  });
}
