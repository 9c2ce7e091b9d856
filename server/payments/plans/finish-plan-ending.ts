import { endedPlanAnswer } from "#domain/subscriptions/plan-ending.ts";
import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { queueAnswerEmails, readAnsweredRequest } from "#server/email/plan-answer.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderSubscription } from "#server/payments/payment-provider.ts";
import type { StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";
import { storeSubscriptions } from "#server/payments/sync/store-subscriptions.ts";
import { createEmptyReport } from "#server/payments/sync/sync-account.ts";

/** Stores what Square confirmed, answers the client's request and queues the emails to the client. */
export async function finishPlanEnding(
  context: ProviderContext,
  ending: StoredPlanEnding,
  subscription: ProviderSubscription,
): Promise<void> {
  const { database, now } = context;
  await storeSubscriptions(database, [subscription], createEmptyReport().subscriptions);
  await database.bypassPolicies(
    { reason: "finish a plan ending", actor: ending.createdBy },
    async (query) => {
      const finished = await query(
        `update public.plan_endings set status = 'done', finished_at = $2
          where id = $1 and status = 'pending' returning subscription_id`,
        [ending.id, now()],
      );
      const [plan] = finished;
      if (!plan) {
        return;
      }
      await recordSquareAuditEntries(query, [
        {
          action: "update",
          table: "client_subscriptions",
          rowId: plan.subscription_id,
          after: { client_id: ending.clientId, ends_on: subscription.endsOn },
        },
      ]);
      await answerRequest(context, query, ending, subscription);
    },
  );
}

async function answerRequest(
  { jobs, config }: ProviderContext,
  query: Query,
  { kind, planRequestId }: StoredPlanEnding,
  { endsOn }: ProviderSubscription,
): Promise<void> {
  if (kind !== "end" || planRequestId === null) {
    return;
  }
  const answer = endedPlanAnswer(endsOn);
  const answered = await query(
    `update public.plan_requests set status = 'answered', answer = $2
      where id = $1 and status = 'open' returning id`,
    [planRequestId, answer],
  );
  if (answered.length > 0) {
    const request = await readAnsweredRequest(query, planRequestId);
    await queueAnswerEmails(query, { request, answer, config }, (email) => queueEmail(query, jobs, email));
  }
}
