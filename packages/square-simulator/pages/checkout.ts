import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { subscribeAtCheckout } from "../actions/subscribe-at-checkout.ts";
import type { Simulation } from "../simulation.ts";
import { billingSetting } from "../simulation.ts";
import type { PaymentLink } from "../wire/subscription.ts";
import { showNotice, showPage } from "./page.ts";
import { readForm } from "./read-form.ts";
import { moneyInWords } from "./words.ts";

/** `/checkout/{link}`: a buyer subscribes to a plan. */
export function checkoutPages(app: Hono, simulation: Simulation): void {
  const { store } = simulation;

  app.get("/checkout/:link", (context) => {
    const link = store.state.paymentLinks[context.req.param("link")];
    if (!link) return showNotice(context, "Checkout not found", "This link is not valid.", 404);
    return showCheckout(context, simulation, link);
  });

  app.post("/checkout/:link", async (context) => {
    const link = store.state.paymentLinks[context.req.param("link")];
    if (!link) return showNotice(context, "Checkout not found", "This link is not valid.", 404);
    const form = await readForm(context);
    const text = (name: string) => (typeof form[name] === "string" ? form[name].trim() : "");
    const buyer = { givenName: text("given_name"), familyName: text("family_name"), email: text("email") };
    if (!/^\S+@\S+\.\S+$/.test(buyer.email) || buyer.givenName === "") {
      return showCheckout(context, simulation, link, "Enter your name and a valid e-mail address.");
    }
    const outcome = store.commit((change) =>
      subscribeAtCheckout(change, link, buyer, billingSetting(simulation)),
    );
    if (!outcome.ok) return showNotice(context, "Nothing was bought", outcome.problem, 409);
    const back = link.checkout_options?.redirect_url;
    if (!back) return showNotice(context, "Subscribed", "Your subscription has started.");
    const target = new URL(back);
    target.searchParams.set("checkoutId", link.id);
    target.searchParams.set("orderId", link.order_id);
    return context.redirect(target.toString(), 303);
  });
}

function showCheckout(context: Context, { store }: Simulation, link: PaymentLink, problem?: string) {
  const order = store.state.orders[link.order_id];
  const price = order?.total_money ?? { amount: 0, currency: "USD" };
  const back = link.checkout_options?.redirect_url;
  const name = order?.line_items[0]?.name ?? "Subscription";
  const body = html`
${problem ? html`<p class="notice" role="alert">${problem}</p>` : ""}
<p class="soft">${store.state.merchant.business_name}</p>
<h1>${name}</h1>
<p class="amount">${moneyInWords(price)}</p>
<p class="soft">each month, until canceled</p>
<form method="post">
<label class="field">First name <input type="text" name="given_name" autocomplete="given-name" required></label>
<label class="field">Last name <input type="text" name="family_name" autocomplete="family-name"></label>
<label class="field">E-mail <input type="email" name="email" autocomplete="email" required value="${link.pre_populated_data?.buyer_email ?? ""}"></label>
<p class="soft">The card ending in 1111 is charged today and every month.</p>
<div class="buttons"><button>Subscribe</button></div>
</form>`;
  return showPage(context, {
    title: `Subscribe to ${name}`,
    body,
    status: problem ? 400 : 200,
    formTargets: back ? [new URL(back).origin] : [],
  });
}
