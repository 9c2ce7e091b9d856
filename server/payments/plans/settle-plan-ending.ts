import { firmToday } from "#domain/firm/firm-today.ts";
import { getCancellationDate } from "#domain/subscriptions/plan.ts";
import type { PlanEndingProblem } from "#domain/subscriptions/plan-ending.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import { getActiveConnection } from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext, type ProviderContext } from "#server/payments/payment-context.ts";
import type { PlanWriter, ProviderPlan } from "#server/payments/payment-provider.ts";
import { finishPlanEnding } from "#server/payments/plans/finish-plan-ending.ts";
import { queuePlanEnding } from "#server/payments/plans/queue-plan-ending.ts";
import { readPlanEnding, type StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { readWritingSettings } from "#server/payments/writing/writing-settings.ts";

/** If Square does not show the change this long after the request, it did not process the request. */
const OUTCOME_CERTAIN_AFTER_MS = 10 * 60_000;
/** How often a plan whose outcome is unknown is read. */
const RECHECK_MS = 30_000;

/**
 * Ends a plan in Square after the paid period, or undoes that. The request is sent at most once. If its outcome is
 * unknown, the plan is read until it has changed or the outcome is certain.
 * @throws errors that a retry may resolve, so that the job queue retries
 */
export async function settlePlanEnding(context: PaymentContext, id: string): Promise<void> {
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
    if (error instanceof ProviderError && error.retryAfterMs !== null) {
      const runAt = new Date(Date.now() + error.retryAfterMs);
      await context.database.bypassPolicies({ reason: "postpone a plan ending" }, (query) =>
        queuePlanEnding(context, query, id, runAt),
      );
      return;
    }
    throw error;
  }
}

async function settle(context: PaymentContext, ending: StoredPlanEnding): Promise<void> {
  const { providerContext, plans } = await openPlans(context, ending);
  const plan = await plans.get(ending.squareSubscriptionId);
  if (!plan) {
    throw new PlanEndingError("not_active");
  }
  if (isApplied(ending, plan)) {
    await finishPlanEnding(providerContext, ending, plan.subscription);
    return;
  }
  if (ending.sentAt !== null) {
    const remainingMs = ending.sentAt.getTime() + OUTCOME_CERTAIN_AFTER_MS - context.now().getTime();
    if (remainingMs > 0) {
      throw new ProviderError("unsettled", { retryAfterMs: Math.min(remainingMs, RECHECK_MS) });
    }
    throw new PlanEndingError("not_applied");
  }
  requireUnchanged(ending, plan, context.now());
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
    await finishPlanEnding(context, ending, changed.subscription);
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

/** @throws {PlanEndingError} if the plan is not as the administrator confirmed it */
function requireUnchanged(ending: StoredPlanEnding, plan: ProviderPlan, now: Date): void {
  const { subscription, cancelActionId } = plan;
  if (ending.kind === "keep") {
    if (subscription.status === "cancelled") {
      throw new PlanEndingError("not_active");
    }
    if (cancelActionId === null) {
      throw new PlanEndingError("not_scheduled");
    }
    return;
  }
  if (subscription.status !== "active") {
    throw new PlanEndingError("not_active");
  }
  const endsOn = getCancellationDate(
    { current_period_end: subscription.currentPeriodEnd, ends_on: null },
    firmToday(now),
  );
  if (endsOn !== ending.confirmedOn) {
    throw new PlanEndingError("date_changed");
  }
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

/** Records that the request is sent now. @returns false if the client has withdrawn the request */
function recordSending({ database, now }: PaymentContext, { id }: StoredPlanEnding): Promise<boolean> {
  return database.bypassPolicies({ reason: "record that a plan ending is sent" }, async (query) => {
    const rows = await query(
      `update public.plan_endings as ending set sent_at = $2
        where id = $1 and status = 'pending' and sent_at is null
          and (plan_request_id is null
               or exists (select from public.plan_requests as request
                           where request.id = ending.plan_request_id and request.status = 'open'))
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
