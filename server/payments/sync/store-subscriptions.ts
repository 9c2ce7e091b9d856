import type { SubscriptionReport } from "#domain/square/sync-report.ts";
import type { Database, Query } from "#server/database/database.ts";
import type { ProviderSubscription } from "#server/payments/payment-provider.ts";
import { isRejectedByDatabase, retryOnConflict } from "#server/payments/sync/database-conflicts.ts";
import { loadClientMatcher } from "#server/payments/sync/match-client.ts";
import { saveCustomers } from "#server/payments/sync/save-customers.ts";

/** SQL condition: the newest invoice is overdue, or charging the card on file failed. */
const IS_PAST_DUE = "(status = 'overdue' or status = 'pending' and square_charge_failed_at is not null)";

type SubscriptionStatus = ProviderSubscription["status"] | "past_due";
type StoreOutcome = "new" | "changed" | "unchanged" | "unmatched" | { reason: string };

/** Stores each subscription in its own transaction, so that one that the database rejects does not affect the others. */
export async function storeSubscriptions(
  database: Database,
  subscriptions: readonly ProviderSubscription[],
  report: SubscriptionReport,
): Promise<void> {
  // Store inactive subscriptions first, so that a plan and its successor are not flagged as duplicates.
  const inactiveFirst = [...subscriptions].sort(
    (a, b) => Number(a.status === "active") - Number(b.status === "active"),
  );
  for (const subscription of inactiveFirst) {
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
    return { reason: "The subscription contains values that can't be stored" };
  }
}

async function upsertSubscription(query: Query, subscription: ProviderSubscription): Promise<StoreOutcome> {
  const [tier] = await query("select id from public.subscription_tiers where square_plan_variation_id = $1", [
    subscription.planVariationId,
  ]);
  if (!tier) {
    return { reason: "No support plan uses this plan variation" };
  }
  await query("select private.lock_subscription($1)", [subscription.id]);
  const [stored] = await query(
    "select client_id from public.client_subscriptions where square_subscription_id = $1",
    [subscription.id],
  );
  const match = (await loadClientMatcher(query))(subscription.payer, stored?.client_id);
  const status = await getSubscriptionStatus(query, subscription);
  if (match.clientId === null) {
    const isDismissed = await storeUnmatched(query, { subscription, tierId: tier.id, status });
    return isDismissed ? "unchanged" : "unmatched";
  }
  await saveCustomers(query, [{ payer: subscription.payer, match }]);
  await query("delete from public.unmatched_subscriptions where square_subscription_id = $1", [
    subscription.id,
  ]);
  // Skip stale data, because an event may have stored a newer version since this data was read.
  const [written] = await query(
    `insert into public.client_subscriptions as stored
            (client_id, square_subscription_id, tier_id, status, current_period_end, square_status, starts_on, ends_on,
             billed_price, square_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (square_subscription_id) do update
        set tier_id = excluded.tier_id, status = excluded.status, current_period_end = excluded.current_period_end,
            square_status = excluded.square_status, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
            billed_price = excluded.billed_price, square_version = excluded.square_version
      where coalesce(stored.square_version, -1) <= excluded.square_version
        and (stored.tier_id, stored.status, stored.current_period_end, stored.square_status, stored.starts_on,
             stored.ends_on, stored.billed_price, stored.square_version)
            is distinct from
            (excluded.tier_id, excluded.status, excluded.current_period_end, excluded.square_status, excluded.starts_on,
             excluded.ends_on, excluded.billed_price, excluded.square_version)
     returning stored.xmax = 0 as is_new`,
    [
      // Keep the subscription's client when the customer's email address changes.
      stored?.client_id ?? match.clientId,
      subscription.id,
      tier.id,
      status,
      subscription.currentPeriodEnd,
      subscription.providerStatus,
      subscription.startsOn,
      subscription.endsOn,
      subscription.billedPrice,
      subscription.version,
    ],
  );
  if (!written) {
    return "unchanged";
  }
  return written.is_new ? "new" : "changed";
}

type UnmatchedSubscription = {
  subscription: ProviderSubscription;
  tierId: string;
  status: SubscriptionStatus;
};

/**
 * Stores a subscription that matches no client, so that an administrator can link it. An ended one is removed.
 * @returns whether an administrator has dismissed it, which its changes in Square do not undo
 */
async function storeUnmatched(
  query: Query,
  { subscription, tierId, status }: UnmatchedSubscription,
): Promise<boolean> {
  if (status === "cancelled") {
    await query(
      "delete from public.unmatched_subscriptions where square_subscription_id = $1 and square_version <= $2",
      [subscription.id, subscription.version],
    );
    return false;
  }
  await query(
    `insert into public.unmatched_subscriptions as stored
            (square_subscription_id, tier_id, payer_name, payer_email, status, current_period_end, square_status,
             starts_on, ends_on, billed_price, square_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (square_subscription_id) do update
        set tier_id = excluded.tier_id, payer_name = excluded.payer_name, payer_email = excluded.payer_email,
            status = excluded.status, current_period_end = excluded.current_period_end,
            square_status = excluded.square_status, starts_on = excluded.starts_on, ends_on = excluded.ends_on,
            billed_price = excluded.billed_price, square_version = excluded.square_version
      where stored.square_version <= excluded.square_version`,
    [
      subscription.id,
      tierId,
      subscription.payer.name,
      subscription.payer.emails[0] ?? null,
      status,
      subscription.currentPeriodEnd,
      subscription.providerStatus,
      subscription.startsOn,
      subscription.endsOn,
      subscription.billedPrice,
      subscription.version,
    ],
  );
  const [dismissed] = await query(
    "select id from public.unmatched_subscriptions where square_subscription_id = $1 and dismissed_at is not null",
    [subscription.id],
  );
  return dismissed !== undefined;
}

/** Square keeps a subscription active while its newest invoice is overdue, but the portal shows it as past due. */
async function getSubscriptionStatus(
  query: Query,
  subscription: ProviderSubscription,
): Promise<SubscriptionStatus> {
  if (subscription.status !== "active") {
    return subscription.status;
  }
  const [newestInvoice] = await query(
    `select ${IS_PAST_DUE} as is_due from public.invoices
      where square_invoice_id = $1 or square_subscription_id = $2
      order by (square_invoice_id = $1) desc, issued_date desc nulls last limit 1`,
    [subscription.newestInvoiceId ?? "", subscription.id],
  );
  return newestInvoice?.is_due ? "past_due" : "active";
}

/** SQL: the status of each subscription, based on its newest invoice. */
const NEWEST_DUES = `select distinct on (square_subscription_id) square_subscription_id as subscription,
              case when ${IS_PAST_DUE} then 'past_due' else 'active' end as due
         from public.invoices
        where square_subscription_id is not null
        order by square_subscription_id, issued_date desc nulls last, created_at desc`;

/**
 * Marks subscriptions as active or past due based on their newest invoice, which can change without a subscription
 * event.
 */
export async function updatePastDueStatuses(query: Query): Promise<void> {
  await query(
    `with newest as (${NEWEST_DUES}),
     unmatched as (
       update public.unmatched_subscriptions as stored set status = newest.due
         from newest
        where stored.square_subscription_id = newest.subscription
          and stored.status in ('active', 'past_due') and stored.status <> newest.due)
     update public.client_subscriptions as stored set status = newest.due
       from newest
      where stored.square_subscription_id = newest.subscription
        and stored.status in ('active', 'past_due') and stored.status <> newest.due`,
  );
}
