import { Hono } from "hono";
import { z } from "zod";
import { PlanRequestAnswer } from "#domain/subscriptions/plan-request.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { queueAnswerEmails, readAnsweredRequest } from "#server/email/plan-answer.ts";
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
        await answerRequest(query, id, answer);
        const request = await readAnsweredRequest(query, id);
        await queueAnswerEmails(query, { request, answer, config }, (email) =>
          queueCallerEmail(query, email),
        );
      });
      return context.json({ success: true });
    },
  );
}

async function answerRequest(query: Query, id: string, answer: string): Promise<void> {
  const [answered] = await query(
    `update endpoints.plan_requests set status = 'answered', answer = $2 where id = $1 and status = 'open'
     returning id`,
    [id, answer],
  );
  if (answered) {
    return;
  }
  const [existing] = await query("select 1 from public.plan_requests where id = $1", [id]);
  if (!existing) {
    throw unknownRequestError();
  }
  throw new ApiError(409, "already_answered", "This request has already been answered or withdrawn.");
}

function unknownRequestError(): ApiError {
  return new ApiError(404, "unknown_request", "This request no longer exists.");
}
