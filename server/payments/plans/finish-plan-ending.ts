import { getNextChargeDate } from "#domain/subscriptions/plan.ts";
import { endedPlanAnswer, keptPlanAnswer } from "#domain/subscriptions/plan-ending.ts";
import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Database, Query } from "#server/database/database.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { queueAnswerEmails, readAnsweredRequest } from "#server/email/plan-answer.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderPlan, ProviderSubscription } from "#server/payments/payment-provider.ts";
import type { StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";
import { storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";
import { createEmptyReport } from "#server/payments/sync/sync-account.ts";

/**
 * Stores what Square confirmed, answers the client's request and queues the emails to the client.
 * @throws {PlanNotStoredError} if the database rejects the subscription. The ending stays pending
 */
export async function finishPlanEnding(
  context: ProviderContext,
  ending: StoredPlanEnding,
  { subscription, cancelActionId }: ProviderPlan,
): Promise<void> {
  const { database, now } = context;
  await storePlan(database, subscription);
  await database.bypassPolicies(
    { reason: "finish a plan ending", actor: ending.createdBy },
    async (query) => {
      const finished = await query(
        `update public.plan_endings
            set status = 'done', finished_at = $2,
                square_action_id = case when kind = 'end' then $3 end,
                square_version = case when kind = 'end' then $4 else square_version end
          where id = $1 and status = 'pending' returning id`,
        [ending.id, now(), cancelActionId, subscription.version],
      );
      if (finished.length === 0) {
        return;
      }
      await recordSquareAuditEntries(query, [
        {
          action: "update",
          table: "client_subscriptions",
          rowId: ending.subscriptionId,
          after: { client_id: ending.clientId, ends_on: subscription.endsOn },
        },
      ]);
      await answerRequest(context, query, ending, subscription);
    },
  );
}

/** Stores the subscription like a sync does. @throws {PlanNotStoredError} if it is rejected or matches no client */
export async function storePlan(database: Database, subscription: ProviderSubscription): Promise<void> {
  const report = createEmptyReport().subscriptions;
  await storeSubscriptions(database, [subscription], report);
  if (report.rejected.length > 0 || report.unmatched > 0) {
    throw new PlanNotStoredError(report.rejected[0]?.reason ?? "The subscription matches no client");
  }
}

/** Square has changed the plan, but the change can't be stored yet. A later attempt or sync may store it. */
export class PlanNotStoredError extends Error {
  override name = "PlanNotStoredError";
}

/** The kind of plan request that each change answers. */
export const REQUEST_KINDS = { end: "cancel", keep: "keep" } as const;

async function answerRequest(
  { jobs, config }: ProviderContext,
  query: Query,
  { kind, subscriptionId }: StoredPlanEnding,
  { status, endsOn, currentPeriodEnd }: ProviderSubscription,
): Promise<void> {
  const answer =
    kind === "end"
      ? endedPlanAnswer(endsOn)
      : keptPlanAnswer(getNextChargeDate({ status, ends_on: endsOn, current_period_end: currentPeriodEnd }));
  // Also answers a request that the administrator did not start from, because the client can no longer withdraw it.
  const [answered] = await query(
    `update public.plan_requests set status = 'answered', answer = $2
      where subscription_id = $1 and kind = $3 and status = 'open' returning id`,
    [subscriptionId, answer, REQUEST_KINDS[kind]],
  );
  if (answered) {
    const request = await readAnsweredRequest(query, answered.id);
    await queueAnswerEmails(query, { request, answer, config }, (email) => queueEmail(query, jobs, email));
  }
}
