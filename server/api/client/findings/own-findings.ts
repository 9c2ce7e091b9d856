import { Hono } from "hono";
import { z } from "zod";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  ACCEPTANCE_END_MESSAGE,
  ChangeRemediationStatus,
  DecideRiskAcceptance,
  isAcceptanceEnd,
  PlanFinding,
  RequestRiskAcceptance,
} from "#domain/findings/remediation.ts";
import { RequestRetest } from "#domain/findings/retest.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { requireClient } from "#server/api/client/require-client.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { requestRetest, unknownRetestError } from "#server/findings/request-retest.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 32 * 1024;
const IdPath = z.object({ id: z.guid() });

/**
 * What a client does with its findings, under `/api/client`: `POST findings/{id}/view` records that the caller opened a
 * finding. `PUT findings/{id}/status` changes its status and `PUT findings/{id}/plan` who fixes it and when. `POST
 * findings/{id}/risk-acceptance` requests that an owner accepts the risk, `POST risk-acceptances/{id}/decision` decides on a
 * request, and `DELETE risk-acceptances/{id}` withdraws a request or revokes an acceptance. `POST retests` requests a retest and
 * `DELETE retests/{id}` cancels a request. A job sends the emails.
 */
export function createOwnFindingRoutes({ database, now }: Pick<Services, "database" | "now">) {
  const validFinding = validateParams(IdPath, unknownFindingError);
  const validAcceptance = validateParams(IdPath, unknownAcceptanceError);
  const readersOnly = requireClient(
    { database },
    "findings",
    "Your role doesn't include findings. Ask an owner for access.",
  );
  const remediatorsOnly = requireClient(
    { database },
    "remediation",
    "Your role can read findings but not change them. Ask an owner for access.",
  );

  return new Hono<CallerEnv>()
    .post("/client/findings/:id/view", readersOnly, validFinding, async (context) => {
      await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.record_finding_view($1)", [context.req.valid("param").id]),
      );
      return context.json({ success: true });
    })
    .put(
      "/client/findings/:id/status",
      remediatorsOnly,
      validateJson(ChangeRemediationStatus, { maxBytes: MAX_BODY_BYTES }),
      validFinding,
      async (context) => {
        const { status, reason } = context.req.valid("json");
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.change_remediation_status($1, $2, $3) as outcome", [
            context.req.valid("param").id,
            status,
            reason,
          ]),
        );
        requireSuccess(row?.outcome);
        return context.json({ success: true });
      },
    )
    .put(
      "/client/findings/:id/plan",
      remediatorsOnly,
      validateJson(PlanFinding, { maxBytes: MAX_BODY_BYTES }),
      validFinding,
      async (context) => {
        const { assigneeId, plannedOn } = context.req.valid("json");
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.plan_finding($1, $2) as outcome", [
            context.req.valid("param").id,
            // Without the fields that are undefined, which do not change.
            JSON.stringify({ assignee: assigneeId, planned_on: plannedOn }),
          ]),
        );
        requireSuccess(row?.outcome);
        return context.json({ success: true });
      },
    )
    .post(
      "/client/findings/:id/risk-acceptance",
      remediatorsOnly,
      validateJson(RequestRiskAcceptance, { maxBytes: MAX_BODY_BYTES }),
      validFinding,
      async (context) => {
        const { reason, expiresOn } = context.req.valid("json");
        if (!isAcceptanceEnd(calendarDate(expiresOn), firmToday(now()))) {
          throw new ApiError(400, "invalid_input", ACCEPTANCE_END_MESSAGE);
        }
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.request_risk_acceptance($1, $2, $3) as outcome", [
            context.req.valid("param").id,
            reason,
            expiresOn,
          ]),
        );
        requireSuccess(row?.outcome);
        return context.json({ success: true }, 201);
      },
    )
    .post(
      "/client/risk-acceptances/:id/decision",
      remediatorsOnly,
      validateJson(DecideRiskAcceptance, { maxBytes: MAX_BODY_BYTES }),
      validAcceptance,
      async (context) => {
        const { approves, note } = context.req.valid("json");
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.decide_risk_acceptance($1, $2, $3) as outcome", [
            context.req.valid("param").id,
            approves,
            note,
          ]),
        );
        requireSuccess(row?.outcome, unknownAcceptanceError);
        return context.json({ success: true });
      },
    )
    .delete("/client/risk-acceptances/:id", remediatorsOnly, validAcceptance, async (context) => {
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.withdraw_risk_acceptance($1) as outcome", [context.req.valid("param").id]),
      );
      requireSuccess(row?.outcome, unknownAcceptanceError);
      return context.json({ success: true });
    })
    .post(
      "/client/retests",
      remediatorsOnly,
      validateJson(RequestRetest, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const id = await database.asCaller(context.var.caller, (query) =>
          requestRetest(query, context.req.valid("json")),
        );
        return context.json({ success: true, id }, 201);
      },
    )
    .delete(
      "/client/retests/:id",
      remediatorsOnly,
      validateParams(IdPath, unknownRetestError),
      async (context) => {
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.cancel_retest($1) as outcome", [context.req.valid("param").id]),
        );
        requireSuccess(row?.outcome, unknownRetestError);
        return context.json({ success: true });
      },
    );
}

function requireSuccess(outcome: string | null | undefined, createUnknownError = unknownFindingError): void {
  switch (outcome) {
    case "changed":
    case "planned":
    case "requested":
    case "approved":
    case "rejected":
    case "withdrawn":
    case "revoked":
    case "canceled":
      return;
    case "being-retested":
      throw new ApiError(
        409,
        "being_retested",
        "This finding is in a retest. You can change its status when the retest is complete.",
      );
    case "not-allowed":
    case "not-open":
      throw new ApiError(409, "not_allowed", "This finding has changed. Reload the page and try again.");
    case "unknown-person":
      throw new ApiError(400, "invalid_input", "Choose a person who can change findings.");
    case "already-requested":
      throw new ApiError(
        409,
        "already_requested",
        "This finding already has an approved or pending risk acceptance. Reload the page to see it.",
      );
    case "same-person":
      throw new ApiError(
        409,
        "same_person",
        "Another owner must decide on this request. If the account of the person who requested it was deleted, withdraw the request and send a new one.",
      );
    case "not-owner":
      throw new ApiError(
        403,
        "not_authorized",
        "Only an owner can approve, reject or revoke a risk acceptance. Ask an owner.",
      );
    case "not-requester":
      throw new ApiError(
        403,
        "not_authorized",
        "Only the person who requested this can withdraw it. An owner can reject it.",
      );
    case "already-started":
      throw new ApiError(
        409,
        "already_started",
        "This retest has already started. Send us a message to cancel it.",
      );
    default:
      throw createUnknownError();
  }
}

function unknownFindingError(): ApiError {
  return new ApiError(404, "unknown_finding", "This finding no longer exists.");
}

function unknownAcceptanceError(): ApiError {
  return new ApiError(404, "unknown_request", "This request no longer exists.");
}
