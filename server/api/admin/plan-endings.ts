import { Hono } from "hono";
import { z } from "zod";
import { EndPlan, KeepPlan } from "#domain/subscriptions/plan-ending.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { requestPlanEnding } from "#server/payments/plans/request-plan-ending.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 1024;
const SubscriptionPath = z.object({ id: z.guid() });

/**
 * `POST /api/admin/subscriptions/{id}/end` ends a plan in Square after the paid period, and `POST
 * /api/admin/subscriptions/{id}/keep` undoes a scheduled end. Both return 202. A job sends the request to Square and then
 * answers the client's open request to cancel or keep the plan.
 */
export function createPlanEndingRoutes({ payments }: Pick<Services, "payments">) {
  const validId = validateParams(SubscriptionPath, unknownSubscriptionError);
  return new Hono<CallerEnv>()
    .post(
      "/subscriptions/:id/end",
      validateJson(EndPlan, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const subscriptionId = context.req.valid("param").id;
        const request = { ...context.req.valid("json"), kind: "end", subscriptionId } as const;
        await requestPlanEnding(payments, request, context.var.caller.sub);
        return context.json({ success: true }, 202);
      },
    )
    .post(
      "/subscriptions/:id/keep",
      validateJson(KeepPlan, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const subscriptionId = context.req.valid("param").id;
        const request = { ...context.req.valid("json"), kind: "keep", subscriptionId } as const;
        await requestPlanEnding(payments, request, context.var.caller.sub);
        return context.json({ success: true }, 202);
      },
    );
}

function unknownSubscriptionError(): ApiError {
  return new ApiError(404, "unknown_subscription", "This plan no longer exists.");
}
