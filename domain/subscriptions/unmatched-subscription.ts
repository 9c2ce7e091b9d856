import * as z from "zod/mini";
import { addDays, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import type { Tables } from "#supabase/database.types.ts";

/** Input that links a subscription without a client to a client. */
export const LinkSubscription = z.object({ clientId: z.guid("Select a client") });
export type LinkSubscription = z.infer<typeof LinkSubscription>;

/**
 * Input that moves a linked subscription to another client, or unlinks it. `fromClientId` is the client that the
 * administrator saw, because another administrator may have moved it since then.
 */
export const MoveSubscription = z.object({
  fromClientId: z.guid(),
  clientId: z.nullable(z.guid("Select a client")),
});
export type MoveSubscription = z.infer<typeof MoveSubscription>;

/** Describes the problem. Only an active plan is paid: others start later, or their payment is late. */
export function unmatchedPlanTitle({ status }: Pick<Tables<"unmatched_subscriptions">, "status">): string {
  const action = status === "active" ? "paid" : "started";
  return `Plan ${action} by an unknown customer`;
}

/** Whether an administrator decided that the payer is not a client. */
export function isDismissed({
  dismissed_at,
}: Pick<Tables<"unmatched_subscriptions">, "dismissed_at">): boolean {
  return dismissed_at !== null;
}

type PaidPlan = Pick<Tables<"unmatched_subscriptions">, "tier_id" | "starts_on">;
type OpenedCheckout = Pick<Tables<"plan_checkouts">, "client_id" | "tier_id" | "started_at">;

/** A checkout is usually paid within minutes. An older one says little about who paid. */
const MAX_CHECKOUT_AGE_DAYS = 7;

/**
 * Returns the checkout that was probably paid: the only one of this plan that was opened within 7 days before the
 * subscription started and is not confirmed. Returns null if there are several, because a wrong suggestion could show
 * the plan to another client.
 */
export function findLikelyCheckout<Checkout extends OpenedCheckout>(
  { tier_id, starts_on }: PaidPlan,
  unconfirmed: readonly Checkout[],
): Checkout | null {
  const candidates = unconfirmed.filter((checkout) => {
    const openedOn = parseCalendarDate(checkout.started_at.slice(0, 10));
    // The start is a date in the location's time zone, which may be a day behind.
    return checkout.tier_id === tier_id && starts_on !== null && openedOn !== null
      ? starts_on >= addDays(openedOn, -1) && starts_on <= addDays(openedOn, MAX_CHECKOUT_AGE_DAYS)
      : false;
  });
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}
