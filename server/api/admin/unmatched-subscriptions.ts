import { Hono } from "hono";
import { z } from "zod";
import { LinkSubscription, MoveSubscription } from "#domain/subscriptions/unmatched-subscription.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
const SubscriptionPath = z.object({ id: z.guid() });

/**
 * `POST /api/admin/unmatched-subscriptions/{id}/client` stores a subscription that matched no client for this client,
 * with its invoices. Later syncs keep the client. The second of two concurrent requests returns 404.
 *
 * `PUT /api/admin/subscriptions/{id}/client` moves a linked subscription and its invoices to another client, or unlinks it
 * if the client is null. It is rejected if the subscription no longer belongs to the client that the administrator saw.
 */
export function createUnmatchedSubscriptionRoutes({ database }: Pick<Services, "database">) {
  const validId = validateParams(SubscriptionPath, unknownSubscriptionError);
  return new Hono<CallerEnv>()
    .post(
      "/unmatched-subscriptions/:id/client",
      validateJson(LinkSubscription, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { clientId } = context.req.valid("json");
        const [linked] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.link_unmatched_subscription($1, $2) as outcome", [id, clientId]),
        );
        requireOutcome(linked?.outcome, "linked");
        return context.json({ success: true });
      },
    )
    .put(
      "/subscriptions/:id/client",
      validateJson(MoveSubscription, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { fromClientId, clientId } = context.req.valid("json");
        const [moved] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.move_linked_subscription($1, $2, $3) as outcome", [
            id,
            fromClientId,
            clientId,
          ]),
        );
        requireOutcome(moved?.outcome, "moved");
        return context.json({ success: true });
      },
    );
}

/** @throws {ApiError} with the reason why the subscription was not changed */
function requireOutcome(outcome: string | null | undefined, expected: "linked" | "moved"): void {
  switch (outcome) {
    case expected:
      return;
    case "unknown-client":
      throw new ApiError(404, "unknown_client", "This client no longer exists.");
    case "matched-by-square":
      throw new ApiError(
        409,
        "matched_by_sync",
        "Square assigned this client. Change the customer in Square.",
      );
    case "client-changed":
      throw new ApiError(
        409,
        "client_changed",
        "Another administrator moved this plan to a different client. Reload the page and check its client.",
      );
    case "in-progress":
      throw new ApiError(
        409,
        "in_progress",
        "Another change to this plan is in progress. Try again in a minute.",
      );
    case "linked-to-project":
      throw new ApiError(
        409,
        "linked_to_project",
        "Unlink the invoices of this plan from their projects first.",
      );
    case "has-requests":
      throw new ApiError(
        409,
        "has_requests",
        "You can't unlink this plan, because the client has sent a request about it. Select the client that pays for it instead.",
      );
    default:
      throw unknownSubscriptionError();
  }
}

function unknownSubscriptionError(): ApiError {
  return new ApiError(
    404,
    "unknown_subscription",
    "This plan has been linked to a client or has ended. Reload the page.",
  );
}
