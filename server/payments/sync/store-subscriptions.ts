import type { Database, Query } from "#server/database.ts";
import type { ProviderSubscription } from "#server/payments/provider.ts";
import { isRefusedByTheDatabase, retryingConflicts } from "#server/payments/sync/database-conflicts.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";
import { saveCustomers } from "#server/payments/sync/save-customers.ts";

export type SubscriptionReport = {
  seen: number;
  new: number;
  changed: number;
  unchanged: number;
  unmatched: number;
  refused: { subscription: string; reason: string }[];
};

/** The newest invoice is late, or the card on file could not be charged for it. */
const IS_DUE = "(status = 'overdue' or status = 'pending' and square_charge_failed_at is not null)";

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
  const [stored] = await query<{ client_id: string }>(
    "select client_id from public.client_subscriptions where square_subscription_id = $1",
    [subscription.id],
  );
  const match = (await loadClientMatcher(query))(subscription.payer, stored?.client_id);
  if (match.clientId === null) return "unmatched";
  await saveCustomers(query, [{ payer: subscription.payer, match }]);
  const values = {
    tier_id: tier.id,
    status: await statusOf(query, subscription),
    current_period_end: subscription.currentPeriodEnd,
    square_status: subscription.providerStatus,
    starts_on: subscription.startsOn,
    ends_on: subscription.endsOn,
    billed_price: subscription.billedPrice,
    square_version: subscription.version,
  };
  const names = Object.keys(values);
  const listed = (prefix: string) => names.map((name) => `${prefix}.${name}`).join(", ");
  // A sync stores what it read a while ago: an event may have brought a newer version meanwhile.
  const [written] = await query<{ is_new: boolean }>(
    `insert into public.client_subscriptions as stored (client_id, square_subscription_id, ${names.join(", ")})
     values ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(", ")})
     on conflict (square_subscription_id) do update
        set ${names.map((name) => `${name} = excluded.${name}`).join(", ")}
      where coalesce(stored.square_version, -1) <= excluded.square_version
        and (${listed("stored")}) is distinct from (${listed("excluded")})
     returning stored.xmax = 0 as is_new`,
    // A subscription stays its client's: it is not moved with the customer's address.
    [stored?.client_id ?? match.clientId, subscription.id, ...Object.values(values)],
  );
  if (!written) return "unchanged";
  return written.is_new ? "new" : "changed";
}

/** The provider keeps a subscription active however late its newest invoice is: the portal calls that past due. */
async function statusOf(query: Query, subscription: ProviderSubscription): Promise<string> {
  if (subscription.state !== "active") return subscription.state;
  const [newest] = await query<{ is_due: boolean }>(
    `select ${IS_DUE} as is_due from public.invoices
      where square_invoice_id = $1 or square_subscription_id = $2
      order by (square_invoice_id = $1) desc, issued_date desc nulls last limit 1`,
    [subscription.newestInvoiceId ?? "", subscription.id],
  );
  return newest?.is_due ? "past_due" : "active";
}

/** Active and past due follow the newest invoice, which may change without a word about the subscription. */
export async function settlePastDue(query: Query): Promise<void> {
  await query(
    `with newest as (
       select distinct on (square_subscription_id) square_subscription_id as subscription,
              case when ${IS_DUE} then 'past_due' else 'active' end as due
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
