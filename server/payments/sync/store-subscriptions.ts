import type { Database, Query } from "#server/database/database.ts";
import type { ProviderSubscription } from "#server/payments/payment-provider.ts";
import { isRejectedByDatabase, retryOnConflict } from "#server/payments/sync/database-conflicts.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";
import { saveCustomers } from "#server/payments/sync/save-customers.ts";

export type SubscriptionReport = {
  seen: number;
  new: number;
  changed: number;
  unchanged: number;
  unmatched: number;
  rejected: { subscription: string; reason: string }[];
};

/** The newest invoice is overdue, or charging the card on file failed. */
const IS_PAST_DUE = "(status = 'overdue' or status = 'pending' and square_charge_failed_at is not null)";

type StoreOutcome = "new" | "changed" | "unchanged" | "unmatched" | { reason: string };

/** Stores each subscription in its own transaction, because a client may have only one active subscription. */
export async function storeSubscriptions(
  database: Database,
  subscriptions: readonly ProviderSubscription[],
  report: SubscriptionReport,
): Promise<void> {
  // Store ended subscriptions first, so that their successor can become active.
  const endedFirst = [...subscriptions].sort(
    (a, b) => Number(a.status === "active") - Number(b.status === "active"),
  );
  for (const subscription of endedFirst) {
    const outcome = await storeSubscription(database, subscription);
    report.seen += 1;
    if (typeof outcome === "string") {
      report[outcome] += 1;
    } else {
      report.rejected.push({ subscription: subscription.id, reason: outcome.reason });
    }
  }
}

async function storeSubscription(
  database: Database,
  subscription: ProviderSubscription,
): Promise<StoreOutcome> {
  try {
    return await retryOnConflict(() =>
      database.bypassPolicies({ reason: "store the provider's subscriptions" }, (query) =>
        upsertSubscription(query, subscription),
      ),
    );
  } catch (error) {
    if (!isRejectedByDatabase(error)) {
      throw error;
    }
    return { reason: "The client already has an active subscription" };
  }
}

async function upsertSubscription(query: Query, subscription: ProviderSubscription): Promise<StoreOutcome> {
  const [tier] = await query<{ id: string }>(
    "select id from public.subscription_tiers where square_plan_variation_id = $1",
    [subscription.planVariationId],
  );
  if (!tier) {
    return { reason: "No support plan uses this plan variation" };
  }
  const [stored] = await query<{ client_id: string }>(
    "select client_id from public.client_subscriptions where square_subscription_id = $1",
    [subscription.id],
  );
  const match = (await loadClientMatcher(query))(subscription.payer, stored?.client_id);
  if (match.clientId === null) {
    return "unmatched";
  }
  await saveCustomers(query, [{ payer: subscription.payer, match }]);
  const values = {
    tier_id: tier.id,
    status: await subscriptionStatus(query, subscription),
    current_period_end: subscription.currentPeriodEnd,
    square_status: subscription.providerStatus,
    starts_on: subscription.startsOn,
    ends_on: subscription.endsOn,
    billed_price: subscription.billedPrice,
    square_version: subscription.version,
  };
  const names = Object.keys(values);
  const prefixed = (prefix: string) => names.map((name) => `${prefix}.${name}`).join(", ");
  // A sync may store older data than an event has stored since it was read.
  const [written] = await query<{ is_new: boolean }>(
    `insert into public.client_subscriptions as stored (client_id, square_subscription_id, ${names.join(", ")})
     values ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(", ")})
     on conflict (square_subscription_id) do update
        set ${names.map((name) => `${name} = excluded.${name}`).join(", ")}
      where coalesce(stored.square_version, -1) <= excluded.square_version
        and (${prefixed("stored")}) is distinct from (${prefixed("excluded")})
     returning stored.xmax = 0 as is_new`,
    // A subscription stays with its client when the customer's email address changes.
    [stored?.client_id ?? match.clientId, subscription.id, ...Object.values(values)],
  );
  if (!written) {
    return "unchanged";
  }
  return written.is_new ? "new" : "changed";
}

/** Square keeps a subscription active while its newest invoice is overdue; the portal shows it as past due. */
async function subscriptionStatus(query: Query, subscription: ProviderSubscription): Promise<string> {
  if (subscription.status !== "active") {
    return subscription.status;
  }
  const [newest] = await query<{ is_due: boolean }>(
    `select ${IS_PAST_DUE} as is_due from public.invoices
      where square_invoice_id = $1 or square_subscription_id = $2
      order by (square_invoice_id = $1) desc, issued_date desc nulls last limit 1`,
    [subscription.newestInvoiceId ?? "", subscription.id],
  );
  return newest?.is_due ? "past_due" : "active";
}

/** Sets active or past due by the newest invoice, which can change without an event for the subscription. */
export async function updatePastDueStatuses(query: Query): Promise<void> {
  await query(
    `with newest as (
       select distinct on (square_subscription_id) square_subscription_id as subscription,
              case when ${IS_PAST_DUE} then 'past_due' else 'active' end as due
         from public.invoices
        where square_subscription_id is not null
        order by square_subscription_id, issued_date desc nulls last, created_at desc)
     update public.client_subscriptions as stored set status = newest.due
       from newest
      where stored.square_subscription_id = newest.subscription
        and stored.status in ('active', 'past_due') and stored.status <> newest.due
        and (newest.due = 'past_due'
             or not exists (select from public.client_subscriptions as other
                             where other.client_id = stored.client_id and other.status = 'active'))`,
  );
}
