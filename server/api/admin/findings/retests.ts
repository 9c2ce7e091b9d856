import { Hono } from "hono";
import { z } from "zod";
import { RequestRetest, RetestResult } from "#domain/findings/retest.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { requestRetest, unknownRetestError } from "#server/findings/request-retest.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 128 * 1024;
const RoundPath = z.object({ id: z.guid() });
const ResultPath = z.object({ id: z.guid(), finding: z.guid() });

/**
 * Retests under `/api/admin/retests`: `POST` starts a round. `POST {id}/start` starts a round that a client requested, `PUT
 * {id}/results/{finding}` saves the result of a finding, `POST {id}/complete` applies all results and shows them to the
 * client, and `POST {id}/cancel` cancels the round.
 */
export function createRetestRoutes({ database }: Pick<Services, "database">) {
  const validId = validateParams(RoundPath, unknownRetestError);
  return new Hono<CallerEnv>()
    .post("/retests", validateJson(RequestRetest, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const id = await database.asCaller(context.var.caller, (query) =>
        requestRetest(query, context.req.valid("json")),
      );
      return context.json({ success: true, id }, 201);
    })
    .post("/retests/:id/start", validId, async (context) => {
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.start_retest($1) as is_started", [context.req.valid("param").id]),
      );
      if (!row?.is_started) {
        throw new ApiError(
          409,
          "not_waiting",
          "This retest has already started or was canceled. Reload the page.",
        );
      }
      return context.json({ success: true });
    })
    .put(
      "/retests/:id/results/:finding",
      validateJson(RetestResult, { maxBytes: MAX_BODY_BYTES }),
      validateParams(ResultPath, unknownRetestError),
      async (context) => {
        const { id, finding } = context.req.valid("param");
        const { verdict, evidence, testedOn, tester } = context.req.valid("json");
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.save_retest_result($1, $2, $3, $4, $5, $6) as is_saved", [
            id,
            finding,
            verdict,
            evidence,
            testedOn,
            tester,
          ]),
        );
        if (!row?.is_saved) {
          throw new ApiError(409, "not_in_progress", "This retest is not in progress. Reload the page.");
        }
        return context.json({ success: true });
      },
    )
    .post("/retests/:id/complete", validId, async (context) => {
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.complete_retest($1) as outcome", [context.req.valid("param").id]),
      );
      if (row?.outcome === "incomplete") {
        throw new ApiError(409, "incomplete", "Enter a result for every finding first.");
      }
      if (row?.outcome !== "completed") {
        throw new ApiError(409, "not_in_progress", "This retest is not in progress. Reload the page.");
      }
      return context.json({ success: true });
    })
    .post("/retests/:id/cancel", validId, async (context) => {
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.cancel_retest($1) as outcome", [context.req.valid("param").id]),
      );
      if (row?.outcome !== "canceled") {
        throw new ApiError(409, "ended", "This retest has already ended. Reload the page.");
      }
      return context.json({ success: true });
    });
}
