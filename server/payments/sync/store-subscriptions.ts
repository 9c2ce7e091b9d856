import type { Database, Query } from "#server/database.ts";
import type { ProviderSubscription } from "#server/payments/provider.ts";
import { isRefusedByTheDatabase, retryingConflicts } from "#server/payments/sync/database-conflicts.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";

export type SubscriptionReport = {
  seen: number;
  new: number;
  changed: number;
  unchanged: number;
  unmatched: number;
  refused: { subscription: string; reason: string }[];
};

type Outcome = "new" | "changed" | "unchanged" | "unmatched" | { reason: string };

/** Stores subscriptions, each in a transaction of its own: one client may have only one active subscription. */
export async function storeSubscriptions(
  database: Database,
  subscriptions: readonly ProviderSubscription[],
  report: SubscriptionReport,
): Promise<void> {
  // Ended ones first: they make room for the one that follows them.
  const endedFirst = [...subscriptions].sort(
    (a, b) => Number(a.state === "active") - Number(b.state === "active"),
  );
  for (const subscription of endedFirst) {
    const outcome = await storeOne(database, subscription);
    report.seen += 1;
    if (typeof outcome === "string") report[outcome] += 1;
    else report.refused.push({ subscription: subscription.id, reason: outcome.reason });
  }
}

async function storeOne(database: Database, subscription: ProviderSubscription): Promise<Outcome> {
  try {
    return await retryingConflicts(() =>
      database.bypassingPolicies({ reason: "store the provider's subscriptions" }, (query) =>
        upsert(query, subscription),
      ),
    );
  } catch (cause) {
    if (!isRefusedByTheDatabase(cause)) throw cause;
    return { reason: "the client already has an active subscription" };
  }
}

async function upsert(query: Query, subscription: ProviderSubscription): Promise<Outcome> {
  const [tier] = await query<{ id: string }>(
    "select id from public.subscription_tiers where square_plan_variation_id = $1",
    [subscription.planVariationId],
  );
  if (!tier) return { reason: "no support plan has this plan variation" };
  const match = await loadClientMatcher(query);
  const clientId = match(subscription.payer);
  if (!clientId) return "unmatched";
  const [written] = await query<{ is_new: boolean }>(
    `insert into public.client_subscriptions as stored
            (client_id, tier_id, status, current_period_end, square_subscription_id)
     values ($1, $2, $3, $4, $5)
     on conflict (square_subscription_id) do update
        set tier_id = excluded.tier_id, status = excluded.status, current_period_end = excluded.current_period_end
      where (stored.tier_id, stored.status, stored.current_period_end)
            is distinct from (excluded.tier_id, excluded.status, excluded.current_period_end)
     returning stored.xmax = 0 as is_new`,
    [clientId, tier.id, await statusOf(query, subscription), subscription.currentPeriodEnd, subscription.id],
  );
  if (!written) return "unchanged";
  return written.is_new ? "new" : "changed";
}

/** The provider keeps a subscription active however late its newest invoice is: the portal calls that past due. */
async function statusOf(query: Query, subscription: ProviderSubscription): Promise<string> {
  if (subscription.state !== "active") return subscription.state;
  const [newest] = await query<{ status: string }>(
    `select status from public.invoices
      where square_invoice_id = $1 or square_subscription_id = $2
      order by (square_invoice_id = $1) desc, issued_date desc nulls last limit 1`,
    [subscription.newestInvoiceId ?? "", subscription.id],
  );
  return newest?.status === "overdue" ? "past_due" : "active";
}

/** Active and past due follow the newest invoice, which may change without a word about the subscription. */
export async function settlePastDue(query: Query): Promise<void> {
  await query(
    `with newest as (
       select distinct on (square_subscription_id) square_subscription_id as subscription,
              case when status = 'overdue' then 'past_due' else 'active' end as due
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
