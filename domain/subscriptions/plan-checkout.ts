import type { Instant } from "#domain/dates/instant.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A checkout that a client opened. `confirmed_at` is when Square's subscription for it was stored. */
export type PlanCheckout = { tier_id: string; started_at: Instant; confirmed_at: Instant | null };

/**
 * How long an unconfirmed checkout stays open. During this time, opening another one requires the client to confirm that they
 * did not pay, because a webhook can be lost, or an administrator may still have to link the plan.
 */
export const OPEN_CHECKOUT_HOURS = 24;
const OPEN_CHECKOUT_MS = OPEN_CHECKOUT_HOURS * 3_600_000;

/** How long Square usually takes at most to confirm a payment. */
const CONFIRMATION_MS = 30 * 60_000;

/** Checkouts older than this are ignored when a client returns from Square. */
const MAX_CHECKOUT_AGE_MS = 86_400_000;
/** Maximum age of a subscription without a recorded checkout that can confirm a return from Square. */
const MAX_SUBSCRIPTION_AGE_MS = 900_000;

type CheckoutReturn = {
  /** The tier that the return URL names. Null in links that were created before the parameter existed. */
  tierId: string | null;
  checkouts: readonly PlanCheckout[];
  plans: readonly Pick<Tables<"client_subscriptions">, "tier_id" | "created_at">[];
  now: Date;
};

/**
 * Returns the tier that a client has subscribed to when they return from Square's checkout, or null until Square's
 * subscription is stored. Only a subscription of the checkout's own tier confirms it.
 */
export function findConfirmedTier({ tierId, checkouts, plans, now }: CheckoutReturn): string | null {
  const candidates =
    tierId === null ? checkouts : checkouts.filter((checkout) => checkout.tier_id === tierId);
  const checkout = findReturnedCheckout(candidates, now);
  if (checkout) {
    return checkout.confirmed_at === null ? null : checkout.tier_id;
  }
  // The client opened the checkout outside of the portal, for example from an earlier tab.
  const isStored = plans.some(
    (plan) =>
      plan.tier_id === tierId && now.getTime() - Date.parse(plan.created_at) < MAX_SUBSCRIPTION_AGE_MS,
  );
  return isStored ? tierId : null;
}

/** Returns the checkout that the client opened last, if it is open: not confirmed and less than 24 hours old. */
export function findOpenCheckout<Checkout extends PlanCheckout>(
  checkouts: readonly Checkout[],
  now: Date,
): Checkout | null {
  const open = checkouts.filter(
    ({ started_at, confirmed_at }) =>
      confirmed_at === null && now.getTime() - Date.parse(started_at) < OPEN_CHECKOUT_MS,
  );
  return open.toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))[0] ?? null;
}

/** Whether Square may still be confirming the payment of an open checkout, which was opened less than 30 minutes ago. */
export function isBeingConfirmed({ started_at }: PlanCheckout, now: Date): boolean {
  return now.getTime() - Date.parse(started_at) < CONFIRMATION_MS;
}

/** Returns the checkout opened last, or another one that was confirmed after that, which happens if two were open. */
function findReturnedCheckout(checkouts: readonly PlanCheckout[], now: Date): PlanCheckout | null {
  const recent = checkouts.filter(
    ({ started_at }) => now.getTime() - Date.parse(started_at) < MAX_CHECKOUT_AGE_MS,
  );
  const [lastOpened] = [...recent].sort((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at));
  if (!lastOpened || lastOpened.confirmed_at !== null) {
    return lastOpened ?? null;
  }
  const confirmedLater = recent.find(
    ({ confirmed_at }) =>
      confirmed_at !== null && Date.parse(confirmed_at) > Date.parse(lastOpened.started_at),
  );
  return confirmedLater ?? lastOpened;
}
