import type { Hono } from "hono";
import { createPaymentLink } from "../actions/payment-links.ts";
import type { Simulation } from "../simulation.ts";
import { answer } from "./answer.ts";
import { found, objectIn, optionalText, requiredText } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { moneyIn } from "./money-field.ts";
import { pageOf } from "./page-of.ts";
import { SquareFailure } from "./square-failure.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 1_000 };

/** Checkout links: create, list, get. */
export function paymentLinkEndpoints(app: Hono, simulation: Simulation): void {
  const { store, behaviour, addresses } = simulation;

  answer(app, simulation, "CreatePaymentLink", ({ body }) => {
    const quickPay = objectIn(body, "quick_pay");
    const options = objectIn(body, "checkout_options");
    const price = moneyIn(quickPay, "price_money");
    if (!price)
      throw new SquareFailure("MISSING_REQUIRED_PARAMETER", "Missing price.", "quick_pay.price_money");
    const locationId = requiredText(quickPay, "location_id");
    found(store.state.locations, locationId, "Location");
    const planVariationId = optionalText(options, "subscription_plan_id");
    const plan = planVariationId ? found(store.state.catalog, planVariationId, "Plan variation") : undefined;
    const { link, order } = store.commit((change) =>
      createPaymentLink(change, addresses.checkout, {
        name: requiredText(quickPay, "name"),
        price,
        locationId,
        planVariationId,
        redirectUrl: optionalText(options, "redirect_url"),
        buyerEmail: optionalText(objectIn(body, "pre_populated_data"), "buyer_email"),
        description: optionalText(body, "description"),
      }),
    );
    const plans = plan ? { subscription_plans: [plan] } : {};
    return { payment_link: link, related_resources: { orders: [order], ...plans } };
  });

  answer(app, simulation, "ListPaymentLinks", ({ query, now }) => {
    const page = pageOf({
      items: Object.values(store.state.paymentLinks),
      keyOf: (link) => `${link.created_at}/${link.id}`,
      order: "DESC",
      query: ["ListPaymentLinks"],
      cursor: query.cursor,
      limit: query.limit,
      ...PAGE_LIMITS,
      now,
    });
    return listAnswer("payment_links", page, behaviour);
  });

  answer(app, simulation, "RetrievePaymentLink", ({ id }) => ({
    payment_link: found(store.state.paymentLinks, id, "Payment link"),
  }));
}
