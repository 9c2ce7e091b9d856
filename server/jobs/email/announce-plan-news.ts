import { brand } from "#brand";
import { formatPrice, toCents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { planChanged, planEnded, planKept, planStarted } from "#server/email/messages/plan-news.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> };

/** Emails clients when a support plan starts, changes, ends or is kept. These emails cannot be turned off. */
export function announcePlanNews({ database, jobs, config }: Dependencies): Promise<void> {
  return database.bypassPolicies({ reason: "announce started and ended plans" }, async (query) => {
    for (const { key, kind, ...row } of await claimPlanNews(query)) {
      const createContent = (contactPerson: string) => {
        const plan = {
          contactPerson,
          tierName: row.tier_name,
          monthlyPrice: formatPrice(toCents(row.price)),
        };
        return {
          "plan-started": () => planStarted({ ...plan, startsOn: row.starts_on }, config.publicUrl, brand),
          "plan-changed": () =>
            planChanged(
              {
                ...plan,
                previousTierName: row.previous_tier_name ?? "",
                nextChargeOn: row.next_charge_on,
              },
              config.publicUrl,
              brand,
            ),
          "plan-ended": () =>
            planEnded({ ...plan, endsOn: row.ends_on, hasEnded: row.has_ended }, config.publicUrl, brand),
          "plan-kept": () => planKept({ ...plan, nextChargeOn: row.next_charge_on }, config.publicUrl, brand),
        }[kind]();
      };
      await queueClientEmails(
        await listClientRecipients(query, row.client_id, "billing"),
        ({ name }) => ({ deduplicationKey: key, kind, ...createContent(name) }),
        (email) => queueEmail(query, jobs, email),
      );
    }
  });
}

/**
 * Claims the plans that started, changed, ended, were scheduled to end or were kept in the last 2 days. Every end, and
 * every time that one is undone, has its own key, even on the same day. Plans that were found by the first sync, or that
 * started or ended over a week ago, are not announced. A plan that an administrator moved to another client is announced
 * to that client, even if it started earlier.
 */
function claimPlanNews(query: Query) {
  return query(
    `with today as (
       select (now() at time zone $1)::date as date
     ), news as (
       select 'plan-started' as kind, 'plan-started:' || subscription.id as key, subscription.id as subscription_id,
              null::uuid as previous_tier_id, null::date as ends_on, subscription.created_at as at
         from public.client_subscriptions as subscription cross join today
        where subscription.status = 'active' and coalesce(subscription.starts_on, today.date) >= today.date - 7
          and coalesce(subscription.linked_at, subscription.created_at) <= subscription.created_at
       union all
       -- An administrator moved the plan to another client, for whom it is new.
       select 'plan-started', 'plan-started:' || subscription.id || ':' || extract(epoch from subscription.linked_at),
              subscription.id, null, null, subscription.linked_at
         from public.client_subscriptions as subscription
        where subscription.status = 'active' and subscription.linked_at > subscription.created_at
       union all
       select 'plan-changed', 'plan-changed:' || change.id, change.subscription_id, change.from_tier_id, null, change.changed_at
         from public.plan_changes as change
         join public.client_subscriptions as subscription
           on subscription.id = change.subscription_id and subscription.status in ('active', 'past_due')
        where not exists (select from public.plan_changes as newer
                           where newer.subscription_id = change.subscription_id and newer.id > change.id)
       union all
       select 'plan-ended', 'plan-ended:' || change.id, change.subscription_id, null, change.ends_on, change.changed_at
         from public.plan_end_changes as change cross join today
        where change.kind = 'end' and coalesce(change.ends_on, today.date) >= today.date - 7
       union all
       select 'plan-kept', 'plan-kept:' || change.id, change.subscription_id, null, null, change.changed_at
         from public.plan_end_changes as change
        where change.kind = 'keep'
     ), listed as (
       select news.kind, news.key, news.at, subscription.client_id, tier.tier_name,
              coalesce(subscription.billed_price, tier.monthly_price) as price,
              subscription.starts_on::text as starts_on, news.ends_on::text as ends_on,
              coalesce(news.ends_on < today.date, true) as has_ended, previous.tier_name as previous_tier_name,
              -- Unknown if the plan has ended, or was scheduled to end again, since then.
              case when subscription.status in ('active', 'past_due') and subscription.ends_on is null
                   then subscription.current_period_end::text end as next_charge_on
         from news
         join public.client_subscriptions as subscription on subscription.id = news.subscription_id
         join public.subscription_tiers as tier on tier.id = subscription.tier_id
         left join public.subscription_tiers as previous on previous.id = news.previous_tier_id
         join public.clients as client on client.id = subscription.client_id and client.status = 'active'
         cross join public.email_settings as settings
         cross join today
        where news.at > greatest(settings.client_news_since, now() - interval '2 days')
          and exists (select from private.provider_connections as connection where news.at > connection.first_synced_at)
          and not exists (select from private.announcements as announced where announced.key = news.key)
        order by news.at
        limit 200
     ), claimed as (
       insert into private.announcements (key) select listed.key from listed on conflict do nothing returning key
     )
     select listed.kind, listed.key, listed.client_id, listed.tier_name, listed.price,
            listed.starts_on, listed.ends_on, listed.has_ended, listed.previous_tier_name, listed.next_charge_on
       from listed join claimed on claimed.key = listed.key
      order by listed.at, listed.key`,
    [brand.timeZone],
  );
}
