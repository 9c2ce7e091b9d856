import { Hono } from "hono";
import { z } from "zod";
import { LinkSubscription } from "#domain/subscriptions/unmatched-subscription.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
const SubscriptionPath = z.object({ id: z.guid() });

/**
 * `POST /api/admin/unmatched-subscriptions/{id}/client` stores a subscription that matched no client for this client,
 * with its invoices. Later syncs keep the client. The second of two concurrent requests returns 404.
 */
export function createUnmatchedSubscriptionRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>().post(
    "/unmatched-subscriptions/:id/client",
    validateJson(LinkSubscription, { maxBytes: MAX_BODY_BYTES }),
    validateParams(SubscriptionPath, unknownSubscriptionError),
    async (context) => {
      const { id } = context.req.valid("param");
      const { clientId } = context.req.valid("json");
      const [linked] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.link_unmatched_subscription($1, $2) as outcome", [id, clientId]),
      );
      if (linked?.outcome === "unknown-client") {
        throw new ApiError(404, "unknown_client", "This client no longer exists.");
      }
      if (linked?.outcome !== "linked") {
        throw unknownSubscriptionError();
      }
      return context.json({ success: true });
    },
  );
}

function unknownSubscriptionError(): ApiError {
  return new ApiError(
    404,
    "unknown_subscription",
    "This plan has been linked to a client or has ended. Reload the page.",
  );
}
