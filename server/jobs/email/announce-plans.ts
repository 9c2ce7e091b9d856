import { brand } from "#brand";
import { formatPrice, toCents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { type FirmEmailConfig, getFirmRecipients, queueFirmEmail } from "#server/email/firm-email.ts";
import {
  duplicatePlans,
  planRequestedForFirm,
  planRequestReceived,
  planRequestWithdrawn,
} from "#server/email/messages/plan.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { announcePlanNews } from "#server/jobs/email/announce-plan-news.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & {
  config: FirmEmailConfig & Pick<Services["config"], "publicUrl">;
};

/**
 * Emails the firm and the client about plan requests, the firm about clients with more than one running plan, and
 * clients about plans that started, changed or ended. Finds rows that were not announced, because clients cannot queue
 * email.
 */
export function createAnnouncePlansJob(services: Dependencies): JobHandler {
  return async () => {
    await announceRequests(services);
    await announceDuplicates(services);
    await announcePlanNews(services);
  };
}

function announceRequests({ database, jobs, config }: Dependencies): Promise<void> {
  return database.bypassPolicies({ reason: "announce plan requests" }, async (query) => {
    for (const request of await listUnannouncedRequests(query)) {
      const details = {
        ...{ ...request, tierName: request.tier_name, currentTierName: request.current_tier_name },
        isWritingEnabled: request.creates_invoices ?? false,
      };
      const isWithdrawn = request.status === "withdrawn";
      await queueFirmEmail({ config, jobs }, query, {
        deduplicationKey: `plan-request-${isWithdrawn ? "withdrawn" : "made"}:${request.id}`,
        kind: isWithdrawn ? "plan-request-withdrawn" : "plan-request-made",
        ...(request.email ? { replyTo: request.email } : {}),
        ...(isWithdrawn ? planRequestWithdrawn : planRequestedForFirm)(details, config.publicUrl),
      });
      if (!isWithdrawn) {
        const replyTo = (await getFirmRecipients(query, config))[0];
        await queueClientEmails(
          await listClientRecipients(query, request.client_id, "billing"),
          ({ name }) => ({
            deduplicationKey: `plan-request-received:${request.id}`,
            kind: "plan-request-received",
            replyTo,
            ...planRequestReceived({ ...details, contact_person: name }, config.publicUrl, brand),
          }),
          (email) => queueEmail(query, jobs, email),
        );
      }
    }
  });
}

/**
 * Lists open requests that were not announced yet, and announced requests that were withdrawn. Ignores requests
 * that have not changed for 2 days, which were already announced or come from a restored backup. Requests older than
 * 2 days were announced, although their email may have been deleted after its retention period.
 */
function listUnannouncedRequests(query: Query) {
  return query(
    `select request.id, request.client_id, request.kind, request.status, request.effective_on::text as effective_on, request.note,
            client.company, client.contact_person, account.email, requested.tier_name, current.tier_name as current_tier_name,
            (select settings.creates_invoices from public.square_settings as settings)
       from public.plan_requests as request
       join public.clients as client on client.id = request.client_id
       join public.client_subscriptions as subscription on subscription.id = request.subscription_id
       join public.subscription_tiers as current on current.id = subscription.tier_id
       left join public.subscription_tiers as requested on requested.id = request.requested_tier_id
       left join public.users as account on account.id = request.created_by
      where request.status in ('open', 'withdrawn') and request.updated_at > now() - interval '2 days'
        and (request.status = 'withdrawn')
            = (request.created_at < now() - interval '2 days'
               or exists (select from private.email_outbox
                           where deduplication_key = 'plan-request-made:' || request.id))
        and not exists (select from private.email_outbox
                         where deduplication_key = 'plan-request-withdrawn:' || request.id)
      order by request.created_at
      limit 200`,
  );
}

function announceDuplicates({ database, jobs, config }: Dependencies): Promise<void> {
  return database.bypassPolicies({ reason: "announce duplicate plans" }, async (query) => {
    const flags = await query(
      `update public.duplicate_plans as flag set announced_at = now()
         from public.clients as client
        where client.id = flag.client_id and flag.announced_at is null
        returning flag.client_id, flag.since, client.company`,
    );
    for (const { client_id: clientId, since, company } of flags) {
      const plans = await query(
        `select tier.tier_name, coalesce(subscription.billed_price, tier.monthly_price) as price,
                subscription.starts_on::text as starts_on
           from public.client_subscriptions as subscription
           join public.subscription_tiers as tier on tier.id = subscription.tier_id
          where subscription.client_id = $1 and subscription.status in ('active', 'past_due')
          order by subscription.created_at, subscription.id`,
        [clientId],
      );
      await queueFirmEmail({ config, jobs }, query, {
        deduplicationKey: `duplicate-plans:${clientId}:${since.toISOString()}`,
        kind: "duplicate-plans",
        ...duplicatePlans(
          {
            company,
            plans: plans.map(({ tier_name: tierName, price, starts_on: startsOn }) => ({
              tierName,
              monthlyPrice: formatPrice(toCents(price)),
              startsOn,
            })),
          },
          config.publicUrl,
        ),
      });
    }
  });
}
