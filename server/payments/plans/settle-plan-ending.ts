import type { PlanEndingProblem } from "#domain/subscriptions/plan-ending.ts";
import type { JobAttempt } from "#server/jobs/queue/job.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { isApplied, requireUnchanged } from "#server/payments/plans/check-plan.ts";
import { finishPlanEnding, PlanNotStoredError } from "#server/payments/plans/finish-plan-ending.ts";
import { openPlans } from "#server/payments/plans/open-plans.ts";
import { PlanEndingError } from "#server/payments/plans/plan-ending-error.ts";
import { queuePlanEnding } from "#server/payments/plans/queue-plan-ending.ts";
import { readPlanEnding, type StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";
import { RECHECK_MS, sendPlanEnding } from "#server/payments/plans/send-plan-ending.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

/** If Square does not show the change this long after the request, it did not process the request. */
const OUTCOME_CERTAIN_AFTER_MS = 10 * 60_000;
/** A request that could not be sent for this long is not sent later, because the plan may have changed by then. */
const MAX_UNSENT_MS = 60 * 60_000;
/** After this time, an administrator is asked to check a request whose result could not be read or stored. */
const MAX_UNSETTLED_MS = 24 * 60 * 60_000;

/**
 * Ends a plan in Square after the paid period, or undoes that. The request is sent at most once. If its outcome is
 * unknown, the plan is read until it has changed or the outcome is certain. Ends with a problem if that takes too long, or
 * if the job queue gives up.
 * @throws errors that a retry may resolve, so that the job queue retries
 */
export async function settlePlanEnding(
  context: PaymentContext,
  id: string,
  attempt?: JobAttempt,
): Promise<void> {
  const ending = await readPending(context, id);
  if (!ending) {
    return;
  }
  try {
    await settle(context, ending);
  } catch (error) {
    if (error instanceof PlanEndingError) {
      context.log.warn({ err: error, planEnding: id }, "a plan was not changed in Square");
      await fail(context, id, error.problem);
      return;
    }
    const isOverdue = await isTakingTooLong(context, ending);
    if (isOverdue || (attempt?.isLast && !isPostponed(error))) {
      context.log.error({ err: error, planEnding: id }, "gave up changing a plan in Square");
      await fail(context, id, error instanceof PlanNotStoredError ? "not_stored" : "outage");
      return;
    }
    if (isPostponed(error)) {
      const runAt = new Date(Date.now() + error.retryAfterMs);
      await context.database.bypassPolicies({ reason: "postpone a plan ending" }, (query) =>
        queuePlanEnding(context, query, id, runAt),
      );
      return;
    }
    throw error;
  }
}

function readPending({ database }: PaymentContext, id: string): Promise<StoredPlanEnding | null> {
  return database.bypassPolicies({ reason: "read a plan ending" }, (query) => readPlanEnding(query, id));
}

/** Whether the job runs again at a known time, without using up an attempt. */
function isPostponed(error: unknown): error is ProviderError & { retryAfterMs: number } {
  return error instanceof ProviderError && error.retryAfterMs !== null;
}

/** Reads the ending again, because this attempt may have sent the request. */
async function isTakingTooLong(
  context: PaymentContext,
  { id, requestedAt }: StoredPlanEnding,
): Promise<boolean> {
  const current = await readPending(context, id);
  if (!current) {
    return false;
  }
  const ageMs = context.now().getTime() - requestedAt.getTime();
  return ageMs > (current.sentAt === null ? MAX_UNSENT_MS : MAX_UNSETTLED_MS);
}

async function settle(context: PaymentContext, ending: StoredPlanEnding): Promise<void> {
  const { providerContext, plans } = await openPlans(context, ending);
  const plan = await plans.get(ending.squareSubscriptionId);
  if (!plan) {
    throw new PlanEndingError("not_active");
  }
  if (isApplied(ending, plan)) {
    await finishPlanEnding(providerContext, ending, plan);
    return;
  }
  if (ending.sentAt !== null) {
    const remainingMs = ending.sentAt.getTime() + OUTCOME_CERTAIN_AFTER_MS - context.now().getTime();
    if (remainingMs > 0) {
      throw new ProviderError("unsettled", { retryAfterMs: Math.min(remainingMs, RECHECK_MS) });
    }
    throw new PlanEndingError("not_applied");
  }
  if (context.now().getTime() - ending.requestedAt.getTime() > MAX_UNSENT_MS) {
    throw new PlanEndingError("outage");
  }
  await requireUnchanged(context, ending, plan);
  await sendPlanEnding(providerContext, { plans, ending, plan });
}

async function fail(
  { database, now }: PaymentContext,
  id: string,
  problem: PlanEndingProblem,
): Promise<void> {
  await database.bypassPolicies({ reason: "store why a plan was not changed" }, (query) =>
    query(
      `update public.plan_endings set status = 'failed', problem = $2, finished_at = $3
        where id = $1 and status = 'pending'`,
      [id, problem, now()],
    ),
  );
}
