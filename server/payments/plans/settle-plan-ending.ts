import { firmToday } from "#domain/firm/firm-today.ts";
import { getCancellationDate } from "#domain/subscriptions/plan.ts";
import type { PlanEndingProblem } from "#domain/subscriptions/plan-ending.ts";
import type { JobAttempt } from "#server/jobs/queue/job.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import { getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext, type ProviderContext } from "#server/payments/payment-context.ts";
import type { PlanWriter, ProviderPlan } from "#server/payments/payment-provider.ts";
import {
  finishPlanEnding,
  PlanNotStoredError,
  storePlan,
} from "#server/payments/plans/finish-plan-ending.ts";
import { queuePlanEnding } from "#server/payments/plans/queue-plan-ending.ts";
import { readPlanEnding, type StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { readWritingSettings } from "#server/payments/writing/writing-settings.ts";

/** If Square does not show the change this long after the request, it did not process the request. */
const OUTCOME_CERTAIN_AFTER_MS = 10 * 60_000;
/** A request that could not be sent for this long is not sent later, because the plan may have changed by then. */
const MAX_UNSENT_MS = 60 * 60_000;
/** After this time, an administrator is asked to check a request whose result could not be read or stored. */
const MAX_UNSETTLED_MS = 24 * 60 * 60_000;
/** How often a plan whose outcome is unknown is read. */
const RECHECK_MS = 30_000;

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
  const ending = await context.database.bypassPolicies({ reason: "read a plan ending" }, (query) =>
    readPlanEnding(query, id),
  );
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

/** Whether the job runs again at a known time, without using up an attempt. */
function isPostponed(error: unknown): error is ProviderError & { retryAfterMs: number } {
  return error instanceof ProviderError && error.retryAfterMs !== null;
}

/** Reads the ending again, because this attempt may have sent the request. */
async function isTakingTooLong(
  context: PaymentContext,
  { id, requestedAt }: StoredPlanEnding,
): Promise<boolean> {
  const current = await context.database.bypassPolicies({ reason: "read a plan ending" }, (query) =>
    readPlanEnding(query, id),
  );
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
  if (!(await recordSending(context, ending))) {
    throw new PlanEndingError("request_closed");
  }
  await send(providerContext, plans, ending, plan);
}

/** Sends the request once, and reads the plan to store what Square confirmed. */
async function send(
  context: ProviderContext,
  plans: PlanWriter,
  ending: StoredPlanEnding,
  { cancelActionId }: ProviderPlan,
): Promise<void> {
  let rejection: ProviderError | null = null;
  try {
    await (ending.kind === "end"
      ? plans.end(ending.squareSubscriptionId)
      : plans.keep(ending.squareSubscriptionId, cancelActionId ?? ""));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.hasUnknownOutcome) {
      throw error;
    }
    if (error.kind === "rate-limited") {
      await clearSentAt(context, ending.id);
      throw error;
    }
    // The merchant may have made the same change in Square.
    rejection = error;
  }
  const changed = await plans.get(ending.squareSubscriptionId);
  if (changed && isApplied(ending, changed)) {
    await finishPlanEnding(context, ending, changed);
    return;
  }
  if (rejection?.kind === "permission-missing") {
    await removeScope(context, ending.merchantId);
    throw new PlanEndingError("permission_missing", rejection);
  }
  if (rejection) {
    throw new PlanEndingError("rejected", rejection);
  }
  throw new ProviderError("unsettled", { retryAfterMs: RECHECK_MS });
}

/** Whether Square shows the requested change. */
function isApplied({ kind }: StoredPlanEnding, { subscription, cancelActionId }: ProviderPlan): boolean {
  return kind === "end"
    ? subscription.endsOn !== null || subscription.status === "cancelled"
    : cancelActionId === null && subscription.endsOn === null && subscription.status !== "cancelled";
}

/**
 * Stores what Square shows if it isn't what the administrator confirmed, so that the next confirmation shows it.
 * @throws {PlanEndingError} if the plan is not as the administrator confirmed it
 */
async function requireUnchanged(
  context: PaymentContext,
  ending: StoredPlanEnding,
  plan: ProviderPlan,
): Promise<void> {
  const problem = findChange(ending, plan, context.now());
  if (problem) {
    await storePlan(context.database, plan.subscription);
    throw new PlanEndingError(problem);
  }
}

function findChange(ending: StoredPlanEnding, plan: ProviderPlan, now: Date): PlanEndingProblem | null {
  const { subscription, cancelActionId } = plan;
  if (ending.kind === "keep") {
    if (subscription.status === "cancelled") {
      return "not_active";
    }
    if (cancelActionId === null) {
      return "not_scheduled";
    }
    // A later cancellation has another action. The version also changes if the earlier one is unknown.
    const isSameEnding =
      subscription.endsOn === ending.confirmedOn &&
      (ending.squareActionId === null || cancelActionId === ending.squareActionId) &&
      (ending.squareVersion === null || subscription.version === ending.squareVersion);
    return isSameEnding ? null : "changed_again";
  }
  if (subscription.status !== "active") {
    return "not_active";
  }
  const endsOn = getCancellationDate(
    { current_period_end: subscription.currentPeriodEnd, ends_on: null },
    firmToday(now),
  );
  return endsOn === ending.confirmedOn ? null : "date_changed";
}

async function openPlans(context: PaymentContext, ending: StoredPlanEnding) {
  const { connection, settings } = await context.database.bypassPolicies(
    { reason: "read the writing settings for a plan ending" },
    async (query) => ({
      connection: await getActiveConnection(query),
      settings: await readWritingSettings(query, context),
    }),
  );
  const isSent = ending.sentAt !== null;
  if (settings.planStatus === "off" && !isSent) {
    throw new PlanEndingError("writing_off");
  }
  if (!connection || !hasProvider(context)) {
    throw new PlanEndingError("not_connected");
  }
  if (connection.merchant_id !== ending.merchantId) {
    throw new PlanEndingError("another_merchant");
  }
  if (settings.planStatus === "reconnect" && !isSent) {
    throw new PlanEndingError("permission_missing");
  }
  return { providerContext: context, plans: openAccount(context, connection).plans };
}

/**
 * Records that the request is sent now.
 * @returns false if the client has withdrawn the request, or if the plan was ended again
 */
function recordSending(
  { database, now }: PaymentContext,
  { id, planRequestId }: StoredPlanEnding,
): Promise<boolean> {
  return database.bypassPolicies({ reason: "record that a plan ending is sent" }, async (query) => {
    // The client's withdrawal locks the request too, and is rejected after this transaction.
    await query("select id from public.plan_requests where id = $1 for update", [planRequestId]);
    const rows = await query(
      `update public.plan_endings as ending set sent_at = $2
        where id = $1 and status = 'pending' and sent_at is null
          and (plan_request_id is null
               or exists (select from public.plan_requests as request
                           where request.id = ending.plan_request_id and request.status = 'open'))
          and not exists (select from public.plan_endings as newer
                           where newer.subscription_id = ending.subscription_id and newer.created_at > ending.created_at)
        returning id`,
      [id, now()],
    );
    return rows.length > 0;
  });
}

/** Allows the request to be sent again, because Square did not process it. */
async function clearSentAt({ database }: PaymentContext, id: string): Promise<void> {
  await database.bypassPolicies({ reason: "record that a plan ending was not sent" }, (query) =>
    query("update public.plan_endings set sent_at = null where id = $1 and status = 'pending'", [id]),
  );
}

/** Removes the outdated scope, so that the page offers to reconnect. */
async function removeScope({ database }: PaymentContext, merchantId: string): Promise<void> {
  await database.bypassPolicies({ reason: "remove an outdated scope" }, (query) =>
    query(
      `update private.provider_connections set scopes = array_remove(scopes, 'SUBSCRIPTIONS_WRITE')
        where merchant_id = $1 and revoked_at is null`,
      [merchantId],
    ),
  );
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

/** The plan cannot be changed until an administrator resolves the problem. */
class PlanEndingError extends Error {
  override name = "PlanEndingError";
  readonly problem: PlanEndingProblem;

  constructor(problem: PlanEndingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}
