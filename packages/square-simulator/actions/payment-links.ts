import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Money } from "../wire/money.ts";
import type { Order } from "../wire/order.ts";
import type { PaymentLink } from "../wire/subscription.ts";
import { createOrder } from "./orders.ts";

export type PaymentLinkDraft = {
  name: string;
  price: Money;
  locationId: string;
  planVariationId?: string | undefined;
  redirectUrl?: string | undefined;
  buyerEmail?: string | undefined;
  description?: string | undefined;
};

/** Creates a checkout page for one price. With a plan variation, it starts a subscription. */
export function createPaymentLink(
  change: Change,
  checkoutBase: string,
  draft: PaymentLinkDraft,
): { link: PaymentLink; order: Order } {
  const order = createOrder(change, {
    locationId: draft.locationId,
    lines: [{ name: draft.name, unitCents: draft.price.amount }],
    currency: draft.price.currency,
  });
  order.state = "DRAFT";
  const id = ids.paymentLink(change.state);
  const options = {
    ...(draft.planVariationId ? { subscription_plan_id: draft.planVariationId } : {}),
    ...(draft.redirectUrl ? { redirect_url: draft.redirectUrl } : {}),
  };
  const link: PaymentLink = {
    id,
    version: 1,
    ...(draft.description ? { description: draft.description } : {}),
    order_id: order.id,
    ...(Object.keys(options).length > 0 ? { checkout_options: options } : {}),
    ...(draft.buyerEmail ? { pre_populated_data: { buyer_email: draft.buyerEmail } } : {}),
    url: `${checkoutBase}/${id}`,
    long_url: `${checkoutBase}/${id}`,
    created_at: change.at.toISOString(),
  };
  change.state.paymentLinks[link.id] = link;
  return { link, order };
}
