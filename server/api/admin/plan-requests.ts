import { Hono } from "hono";
import { z } from "zod";
import { brand } from "#brand";
import { PlanRequestAnswer } from "#domain/subscriptions/plan-request.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { type PlanRequestDetails, planRequestAnswered } from "#server/email/messages/plan.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const RequestPath = z.object({ id: z.guid() });

/**
 * `POST /api/admin/plan-requests/{id}/answer` answers an open plan request and queues the emails to the client in the same
 * transaction. It does not change the plan in Square. The second of two concurrent answers returns 409.
 */
export function createPlanRequestRoutes({ database, config }: Pick<Services, "database" | "config">) {
  return new Hono<CallerEnv>().post(
    "/plan-requests/:id/answer",
    validateJson(PlanRequestAnswer, { maxBytes: MAX_BODY_BYTES }),
    validateParams(RequestPath, unknownRequestError),
    async (context) => {
      const { id } = context.req.valid("param");
      const { answer } = context.req.valid("json");
      await database.asCaller(context.var.caller, async (query) => {
        const { client_id, ...request } = await answerRequest(query, id, answer);
        const replyTo = (await getFirmRecipients(query, config))[0];
        await queueClientEmails(
          await listClientRecipients(query, client_id, "billing"),
          ({ name }) => ({
            deduplicationKey: `plan-request-answered:${id}`,
            kind: "plan-request-answered",
            replyTo,
            ...planRequestAnswered({ ...request, contact_person: name }, answer, config.publicUrl, brand),
          }),
          (email) => queueCallerEmail(query, email),
        );
      });
      return context.json({ success: true });
    },
  );
}

async function answerRequest(
  query: Query,
  id: string,
  answer: string,
): Promise<PlanRequestDetails & { client_id: string }> {
  const [answered] = await query(
    `update endpoints.plan_requests set status = 'answered', answer = $2 where id = $1 and status = 'open'
     returning client_id, subscription_id, kind, requested_tier_id, note, effective_on::text as effective_on`,
    [id, answer],
  );
  if (!answered) {
    const [existing] = await query("select 1 from public.plan_requests where id = $1", [id]);
    if (!existing) {
      throw unknownRequestError();
    }
    throw new ApiError(409, "already_answered", "This request has already been answered or withdrawn.");
  }
  const [related] = await query(
    `select client.company, client.contact_person, current.tier_name as current_tier_name,
            (select tier.tier_name from public.subscription_tiers as tier where tier.id = $3) as tier_name
       from public.clients as client
       join public.client_subscriptions as subscription on subscription.id = $2
       join public.subscription_tiers as current on current.id = subscription.tier_id
      where client.id = $1`,
    [answered.client_id, answered.subscription_id, answered.requested_tier_id],
  );
  if (!related) {
    throw new Error(`the client or plan of request ${id} is missing`);
  }
  const { company, contact_person, current_tier_name: currentTierName, tier_name: tierName } = related;
  return { ...answered, company, contact_person, currentTierName, tierName };
}

function unknownRequestError(): ApiError {
  return new ApiError(404, "unknown_request", "This request no longer exists.");
}
