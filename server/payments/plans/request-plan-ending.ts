import { firmToday } from "#domain/firm/firm-today.ts";
import { getCancellationDate } from "#domain/subscriptions/plan.ts";
import { type EndPlan, type KeepPlan, PLAN_ENDING_PROBLEMS } from "#domain/subscriptions/plan-ending.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { REQUEST_KINDS } from "#server/payments/plans/finish-plan-ending.ts";
import { queuePlanEnding } from "#server/payments/plans/queue-plan-ending.ts";
import { readWritingSettings } from "#server/payments/writing/writing-settings.ts";

/** A request to end a plan, or to keep one whose end is scheduled. */
export type PlanEndingRequest = { subscriptionId: string } & (
  | ({ kind: "end" } & EndPlan)
  | ({ kind: "keep" } & KeepPlan)
);

/**
 * Stores that a plan ends in Square, or is kept, and queues the job that sends it.
 * @throws {ApiError} 404 for an unknown plan, 409 if it can't be changed here or has changed since it was shown
 */
export async function requestPlanEnding(
  context: PaymentContext,
  request: PlanEndingRequest,
  adminId: string,
): Promise<void> {
  await context.database.bypassPolicies(
    { reason: "request a plan ending", actor: adminId },
    async (query) => {
      const merchantId = await requireMerchant(query, context);
      const plan = await lockPlan(query, request.subscriptionId);
      const confirmedOn = request.kind === "end" ? request.endsOn : plan.ends_on;
      if (request.kind === "end") {
        if (plan.status === "cancelled" || plan.status === "paused") {
          throw new ApiError(
            409,
            "not_active",
            "Only an active plan can be ended here. Check the plan in Square.",
          );
        }
        if (plan.ends_on !== null) {
          throw new ApiError(409, "already_ending", "This plan is already scheduled to end.");
        }
        if (confirmedOn !== getCancellationDate(plan, firmToday(context.now()))) {
          throw new ApiError(409, "date_changed", toMessage("date_changed"));
        }
      } else if (plan.status === "cancelled" || plan.ends_on === null) {
        throw new ApiError(409, "not_ending", "This plan isn't scheduled to end.");
      }
      const planRequestId = await requireOpenRequest(query, request, plan.id);
      const [stored] = await query(
        `insert into public.plan_endings
              (client_id, subscription_id, plan_request_id, kind, confirmed_on, merchant_id, created_by, ending_id,
               square_version, requested_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (subscription_id) where status = 'pending' do nothing
       returning id`,
        [
          plan.client_id,
          plan.id,
          planRequestId,
          request.kind,
          confirmedOn,
          merchantId,
          adminId,
          request.kind === "keep" ? await findEndingId(query, plan) : null,
          request.kind === "keep" ? plan.square_version : null,
          context.now(),
        ],
      );
      if (!stored) {
        throw new ApiError(
          409,
          "in_progress",
          "Another change to this plan is in progress. Try again in a minute.",
        );
      }
      await queuePlanEnding(context, query, stored.id);
    },
  );
}

/** @throws {ApiError} 409 if plans can't be changed in Square from here */
async function requireMerchant(query: Query, context: PaymentContext): Promise<string> {
  const { planStatus, merchantId } = await readWritingSettings(query, context);
  if (planStatus === "off") {
    throw new ApiError(409, "writing_off", toMessage("writing_off"));
  }
  if (planStatus === "not-connected" || merchantId === null) {
    throw new ApiError(409, "not_connected", toMessage("not_connected"));
  }
  if (planStatus === "reconnect") {
    throw new ApiError(409, "permission_missing", toMessage("permission_missing"));
  }
  return merchantId;
}

async function lockPlan(query: Query, id: string) {
  const [plan] = await query(
    `select id, client_id, status, square_subscription_id, square_version, ends_on::text as ends_on,
            current_period_end::text as current_period_end
       from public.client_subscriptions where id = $1 for update`,
    [id],
  );
  if (!plan?.square_subscription_id) {
    throw new ApiError(404, "unknown_subscription", "This plan no longer exists.");
  }
  return plan;
}

/** Returns the ending that scheduled the end of the plan, or null if the plan was changed in Square since then. */
async function findEndingId(
  query: Query,
  plan: { id: string; square_version: string | null },
): Promise<string | null> {
  const [ending] = await query(
    `select id from public.plan_endings
      where subscription_id = $1 and kind = 'end' and status = 'done' and square_version = $2
      order by created_at desc, id desc limit 1`,
    [plan.id, plan.square_version],
  );
  return ending?.id ?? null;
}

/**
 * Returns the client's open request to cancel or keep the plan, even if the administrator did not start from it, because
 * the client may withdraw it before Square gets the request. Null if there is none.
 * @throws {ApiError} 409 if the request `planRequestId` was answered or withdrawn, or is about another plan
 */
async function requireOpenRequest(
  query: Query,
  ending: PlanEndingRequest,
  planId: string,
): Promise<string | null> {
  const id = ending.planRequestId;
  const [request] = await query(
    `select id from public.plan_requests
      where subscription_id = $1 and id = coalesce($2, id) and kind = $3 and status = 'open'`,
    [planId, id ?? null, REQUEST_KINDS[ending.kind]],
  );
  if (!request && id !== undefined) {
    throw new ApiError(
      409,
      "already_answered",
      "This request has been answered or withdrawn. Reload the page.",
    );
  }
  return request?.id ?? null;
}

function toMessage(problem: keyof typeof PLAN_ENDING_PROBLEMS): string {
  const { title, nextStep } = PLAN_ENDING_PROBLEMS[problem];
  return `${title}. ${nextStep}`;
}
