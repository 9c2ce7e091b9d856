import type { PaymentContext, ProviderContext } from "#server/payments/payment-context.ts";
import type { PlanWriter, ProviderPlan } from "#server/payments/payment-provider.ts";
import { isApplied } from "#server/payments/plans/check-plan.ts";
import { finishPlanEnding } from "#server/payments/plans/finish-plan-ending.ts";
import { PlanEndingError } from "#server/payments/plans/plan-ending-error.ts";
import type { StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

/** How often a plan whose outcome is unknown is read. */
export const RECHECK_MS = 30_000;

type PlanEndingOptions = { plans: PlanWriter; ending: StoredPlanEnding; plan: ProviderPlan };

/**
 * Sends the request once, and reads the plan to store what Square confirmed.
 * @throws {PlanEndingError} if the client has withdrawn the request, or if Square rejects it
 * @throws {ProviderError} if the outcome is unknown
 */
export async function sendPlanEnding(
  context: ProviderContext,
  { plans, ending, plan: { cancelActionId } }: PlanEndingOptions,
): Promise<void> {
  if (!(await recordSending(context, ending))) {
    throw new PlanEndingError("request_closed");
  }
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

/**
 * Records that the request is sent now.
 * @returns false if the client has withdrawn the request
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
