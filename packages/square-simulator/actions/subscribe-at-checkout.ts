import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Customer } from "../wire/seller.ts";
import type { PaymentLink, Subscription } from "../wire/subscription.ts";
import type { BillingOptions } from "./bill-period.ts";
import { createCustomer } from "./customers.ts";
import { createSubscription } from "./subscriptions.ts";

export type Buyer = { givenName: string; familyName: string; email: string };

export type CheckoutOutcome = { ok: true; subscription: Subscription } | { ok: false; problem: string };

/** Subscribes a buyer with a card. Creates a customer unless exactly one existing customer has the buyer's email. */
export function subscribeAtCheckout(
  change: Change,
  link: PaymentLink,
  buyer: Buyer,
  options: BillingOptions,
): CheckoutOutcome {
  const { state } = change;
  const order = state.orders[link.order_id];
  const variation = state.catalog[link.checkout_options?.subscription_plan_id ?? ""];
  const location = order ? state.locations[order.location_id] : undefined;
  const planPrice = variation?.subscription_plan_variation_data?.phases[0]?.pricing.price_money;
  if (!order || !variation || !location || !planPrice) {
    return { ok: false, problem: "This link is not connected to a plan." };
  }
  const subscription = createSubscription(
    change,
    {
      location,
      customer: findOrCreateCustomer(change, buyer),
      variation,
      // The link's price overrides the price of the plan.
      priceOverride: order.total_money.amount === planPrice.amount ? undefined : order.total_money,
      cardId: ids.card(state),
      sourceName: "Square Online Checkout",
    },
    options,
  );
  return { ok: true, subscription };
}

function findOrCreateCustomer(change: Change, buyer: Buyer): Customer {
  const email = buyer.email.toLowerCase();
  const matches = Object.values(change.state.customers).filter(
    (customer) => customer.email_address?.toLowerCase() === email,
  );
  const [onlyMatch] = matches;
  if (onlyMatch && matches.length === 1) {
    return onlyMatch;
  }
  return createCustomer(change, {
    given_name: buyer.givenName,
    family_name: buyer.familyName,
    email_address: buyer.email,
    creation_source: "THIRD_PARTY",
  });
}
