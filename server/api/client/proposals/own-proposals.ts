import { Hono } from "hono";
import { z } from "zod";
import { firmToday } from "#domain/firm/firm-today.ts";
import {
  AcceptMilestone,
  AcceptProposal,
  DeclineProposal,
  ViewProposal,
} from "#domain/proposals/proposals-api.ts";
import { requireClient } from "#server/api/client/require-client.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { requireRecentSignIn } from "#server/auth/require-recent-sign-in.ts";
import { countRequest } from "#server/http/count-request.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { acceptProposal } from "#server/proposals/accept-proposal.ts";
import {
  closedProposalError,
  unknownMilestoneError,
  unknownProposalError,
} from "#server/proposals/proposal-errors.ts";
import { ProposalPdfQuery, renderProposalPdf } from "#server/proposals/proposal-pdf.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 32 * 1024;
const PDFS_PER_MEMBER: RateLimit = { name: "proposal-pdf", points: 30, seconds: 600 };
const IdPath = z.object({ id: z.guid() });

/**
 * Actions of clients on their proposals, under `/api/client`: `POST proposals/{id}/view` records that the caller opened a version. `POST
 * proposals/{id}/accept` accepts it, and `POST proposals/{id}/decline` declines it. Accepting requires a recent sign-in.
 * `GET proposals/{id}/pdf?version=1` returns a version as a PDF, 30 times in 10 minutes. `POST milestones/{id}/accept` accepts a milestone
 * that is done and still has the title that the client saw. A job sends the emails.
 */
export function createOwnProposalRoutes(
  services: Pick<Services, "config" | "database" | "now" | "clientAddress" | "rateLimits">,
) {
  const { database, now, clientAddress } = services;
  const validProposal = validateParams(IdPath, unknownProposalError);
  const readersOnly = requireClient(
    { database },
    "proposals",
    "Your role doesn't include proposals. Ask an owner for access.",
  );
  return new Hono<CallerEnv>()
    .get(
      "/client/proposals/:id/pdf",
      readersOnly,
      validateQuery(ProposalPdfQuery, "Choose a version."),
      validProposal,
      async (context) => {
        const { caller } = context.var;
        await countRequest(services, PDFS_PER_MEMBER, caller.sub);
        const { bytes, headers } = await renderProposalPdf(services, caller, {
          ...context.req.valid("param"),
          ...context.req.valid("query"),
          signal: context.req.raw.signal,
        });
        return context.body(bytes, 200, headers);
      },
    )
    .post(
      "/client/proposals/:id/view",
      readersOnly,
      validateJson(ViewProposal, { maxBytes: MAX_BODY_BYTES }),
      validProposal,
      async (context) => {
        await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.record_proposal_view($1, $2)", [
            context.req.valid("param").id,
            context.req.valid("json").version,
          ]),
        );
        return context.json({ success: true });
      },
    )
    .post(
      "/client/proposals/:id/accept",
      readersOnly,
      validateJson(AcceptProposal, { maxBytes: MAX_BODY_BYTES }),
      validProposal,
      async (context) => {
        const { caller } = context.var;
        await database.asCaller(caller, async (query) => {
          await requireRecentSignIn(query, caller, now());
          await acceptProposal(query, context.req.valid("param").id, context.req.valid("json"), {
            now: now(),
            ip: clientAddress(context),
            userAgent: context.req.header("user-agent") ?? "",
          });
        });
        return context.json({ success: true });
      },
    )
    .post(
      "/client/proposals/:id/decline",
      readersOnly,
      validateJson(DeclineProposal, { maxBytes: MAX_BODY_BYTES }),
      validProposal,
      async (context) => {
        const { version, reason } = context.req.valid("json");
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.decline_proposal($1, $2, $3, $4) as outcome", [
            context.req.valid("param").id,
            version,
            reason,
            firmToday(now()),
          ]),
        );
        if (row?.outcome !== "declined-now") {
          throw closedProposalError(row?.outcome);
        }
        return context.json({ success: true });
      },
    )
    .post(
      "/client/milestones/:id/accept",
      readersOnly,
      validateJson(AcceptMilestone, { maxBytes: MAX_BODY_BYTES }),
      validateParams(IdPath, unknownMilestoneError),
      async (context) => {
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.accept_milestone($1, $2, $3) as outcome", [
            context.req.valid("param").id,
            context.req.valid("json").title,
            firmToday(now()),
          ]),
        );
        switch (row?.outcome) {
          case "accepted":
            return context.json({ success: true });
          case "already-accepted":
            throw new ApiError(409, "already_accepted", "This milestone has already been accepted.");
          case "not-done":
            throw new ApiError(409, "not_done", "This milestone isn't done yet. Reload the page.");
          case "changed":
            throw new ApiError(
              409,
              "milestone_changed",
              "This milestone has changed since you opened it. Check it and accept it again.",
            );
          default:
            throw unknownMilestoneError();
        }
      },
    );
}
