import { Hono } from "hono";
import { z } from "zod";
import {
  AssignProposal,
  CreateProposal,
  ExtendProposal,
  SaveProposalDraft,
  SendProposal,
  SetProbability,
  WithdrawProposal,
} from "#domain/proposals/proposals-api.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { createProposal } from "#server/proposals/create-proposal.ts";
import { extendProposal } from "#server/proposals/extend-proposal.ts";
import { rejectedChangeError, unknownProposalError } from "#server/proposals/proposal-errors.ts";
import { ProposalPdfQuery, renderProposalPdf } from "#server/proposals/proposal-pdf.ts";
import { saveProposalDraft, sendProposal } from "#server/proposals/send-proposal.ts";
import type { Services } from "#server/services.ts";

/** 20 sections and 50 line items with text of 4 bytes per character. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const MAX_SMALL_BODY_BYTES = 16 * 1024;
const ProposalPath = z.object({ id: z.guid() });

/**
 * Proposals under `/api/admin/proposals`: `POST` creates a draft for a client, an inquiry or a quote request. `PUT {id}/draft` saves
 * the draft, or starts one of a new version with revision 0, and `DELETE {id}/draft` discards it. `PUT {id}/client` chooses the client
 * and the project to extend, and `PUT {id}/probability` the probability of acceptance. `POST {id}/send` sends the draft, `POST
 * {id}/extend` sends the current version again with a later last day, and `POST {id}/withdraw` withdraws a sent proposal. A job
 * sends the emails.
 */
export function createProposalRoutes(services: Pick<Services, "config" | "database" | "now">) {
  const { database, now } = services;
  const validId = validateParams(ProposalPath, unknownProposalError);
  return new Hono<CallerEnv>()
    .get(
      "/proposals/:id/pdf",
      validateQuery(ProposalPdfQuery, "Choose a version."),
      validId,
      async (context) => {
        const { bytes, headers } = await renderProposalPdf(services, context.var.caller, {
          ...context.req.valid("param"),
          ...context.req.valid("query"),
          signal: context.req.raw.signal,
        });
        return context.body(bytes, 200, headers);
      },
    )
    .post("/proposals", validateJson(CreateProposal, { maxBytes: MAX_SMALL_BODY_BYTES }), async (context) => {
      const id = await database.asCaller(context.var.caller, (query) =>
        createProposal(query, context.req.valid("json"), now()),
      );
      return context.json({ success: true, id }, 201);
    })
    .put(
      "/proposals/:id/draft",
      validateJson(SaveProposalDraft, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const revision = await database.asCaller(context.var.caller, (query) =>
          saveProposalDraft(query, context.req.valid("param").id, context.req.valid("json")),
        );
        return context.json({ success: true, revision });
      },
    )
    .delete("/proposals/:id/draft", validId, async (context) => {
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.discard_proposal_draft($1) as outcome", [context.req.valid("param").id]),
      );
      if (row?.outcome !== "deleted" && row?.outcome !== "discarded") {
        throw rejectedChangeError(row?.outcome);
      }
      return context.json({ success: true, isProposalDeleted: row.outcome === "deleted" });
    })
    .put(
      "/proposals/:id/client",
      validateJson(AssignProposal, { maxBytes: MAX_SMALL_BODY_BYTES }),
      validId,
      async (context) => {
        const { clientId, projectId } = context.req.valid("json");
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.assign_proposal($1, $2, $3) as outcome", [
            context.req.valid("param").id,
            clientId,
            projectId,
          ]),
        );
        if (row?.outcome !== "assigned") {
          throw rejectedChangeError(row?.outcome);
        }
        return context.json({ success: true });
      },
    )
    .put(
      "/proposals/:id/probability",
      validateJson(SetProbability, { maxBytes: MAX_SMALL_BODY_BYTES }),
      validId,
      async (context) => {
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.set_proposal_probability($1, $2) as is_set", [
            context.req.valid("param").id,
            context.req.valid("json").probability,
          ]),
        );
        if (!row?.is_set) {
          throw unknownProposalError();
        }
        return context.json({ success: true });
      },
    )
    .post(
      "/proposals/:id/send",
      validateJson(SendProposal, { maxBytes: MAX_SMALL_BODY_BYTES }),
      validId,
      async (context) => {
        const version = await database.asCaller(context.var.caller, (query) =>
          sendProposal(query, context.req.valid("param").id, { ...context.req.valid("json"), now: now() }),
        );
        return context.json({ success: true, version });
      },
    )
    .post(
      "/proposals/:id/extend",
      validateJson(ExtendProposal, { maxBytes: MAX_SMALL_BODY_BYTES }),
      validId,
      async (context) => {
        const version = await database.asCaller(context.var.caller, (query) =>
          extendProposal(query, context.req.valid("param").id, { ...context.req.valid("json"), now: now() }),
        );
        return context.json({ success: true, version });
      },
    )
    .post(
      "/proposals/:id/withdraw",
      validateJson(WithdrawProposal, { maxBytes: MAX_SMALL_BODY_BYTES }),
      validId,
      async (context) => {
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.withdraw_proposal($1, $2) as outcome", [
            context.req.valid("param").id,
            context.req.valid("json").reason,
          ]),
        );
        if (row?.outcome !== "withdrawn") {
          throw rejectedChangeError(row?.outcome);
        }
        return context.json({ success: true });
      },
    );
}
