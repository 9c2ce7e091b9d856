import type { Hono } from "hono";
import { createPaymentLink } from "../actions/payment-links.ts";
import type { Simulation } from "../simulation.ts";
import { findRecord, readObjectField, readOptionalString, readRequiredString } from "./http/fields.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { readMoneyField } from "./http/money-field.ts";
import { paginate } from "./http/paginate.ts";
import { sortByKey } from "./http/sorted-list.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 1_000 };

/** Checkout links: create, list, get. */
export function registerPaymentLinks(app: Hono, simulation: Simulation): void {
  const { store, behavior, urls } = simulation;

  handleOperation(app, simulation, "CreatePaymentLink", ({ body }) => {
    const quickPay = readObjectField(body, "quick_pay");
    const options = readObjectField(body, "checkout_options");
    const price = readMoneyField(quickPay, "price_money");
    if (!price) {
      throw new SquareApiError(
        "MISSING_REQUIRED_PARAMETER",
        "Missing required parameter.",
        "quick_pay.price_money",
      );
    }
    const locationId = readRequiredString(quickPay, "location_id");
    findRecord(store.state.locations, locationId, "Location");
    const planVariationId = readOptionalString(options, "subscription_plan_id");
    const plan = planVariationId
      ? findRecord(store.state.catalog, planVariationId, "Plan variation")
      : undefined;
    const { link, order } = store.commit((change) =>
      createPaymentLink(change, urls.checkout, {
        name: readRequiredString(quickPay, "name"),
        price,
        locationId,
        planVariationId,
        redirectUrl: readOptionalString(options, "redirect_url"),
        buyerEmail: readOptionalString(readObjectField(body, "pre_populated_data"), "buyer_email"),
        description: readOptionalString(body, "description"),
      }),
    );
    const plans = plan ? { subscription_plans: [plan] } : {};
    return { payment_link: link, related_resources: { orders: [order], ...plans } };
  });

  handleOperation(app, simulation, "ListPaymentLinks", ({ query, now }) => {
    const page = paginate({
      list: sortByKey(Object.values(store.state.paymentLinks), (link) => `${link.created_at}/${link.id}`),
      order: "DESC",
      query: ["ListPaymentLinks"],
      cursor: query.cursor,
      limit: query.limit,
      ...PAGE_LIMITS,
      now,
    });
    return formatListResponse("payment_links", page, behavior);
  });

  handleOperation(app, simulation, "RetrievePaymentLink", ({ id }) => ({
    payment_link: findRecord(store.state.paymentLinks, id, "Payment link"),
  }));
}
