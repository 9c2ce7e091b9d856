import { firmToday } from "#domain/firm/firm-today.ts";
import { getCancellationDate } from "#domain/subscriptions/plan.ts";
import type { PlanEndingProblem } from "#domain/subscriptions/plan-ending.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import type { ProviderPlan } from "#server/payments/payment-provider.ts";
import { storePlan } from "#server/payments/plans/finish-plan-ending.ts";
import { PlanEndingError } from "#server/payments/plans/plan-ending-error.ts";
import type { StoredPlanEnding } from "#server/payments/plans/read-plan-ending.ts";

/** Whether Square shows the requested change. */
export function isApplied(
  { kind }: StoredPlanEnding,
  { subscription, cancelActionId }: ProviderPlan,
): boolean {
  return kind === "end"
    ? subscription.endsOn !== null || subscription.status === "cancelled"
    : cancelActionId === null && subscription.endsOn === null && subscription.status !== "cancelled";
}

/**
 * Stores what Square shows if it isn't what the administrator confirmed, so that the next confirmation shows it.
 * @throws {PlanEndingError} if the plan is not as the administrator confirmed it
 */
export async function requireUnchanged(
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
