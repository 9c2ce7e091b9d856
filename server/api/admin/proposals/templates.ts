import { Hono } from "hono";
import { z } from "zod";
import {
  ChangeProposalTemplate,
  PublishTerms,
  SaveProposalTemplate,
} from "#domain/proposals/proposals-api.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

/** 20 sections and 50 line items with text of 4 bytes per character. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const TemplatePath = z.object({ id: z.guid() });

/**
 * Templates and terms of proposals under `/api/admin`: `POST proposal-templates` adds a template, `PUT proposal-templates/{id}` changes
 * one if no one else has changed it, and `DELETE proposal-templates/{id}` deletes one. The templates that come with the product can be changed and deleted too.
 * `POST proposal-terms` publishes a new version of the firm's terms, which proposals that are sent later contain.
 */
export function createProposalTemplateRoutes({ database }: Pick<Services, "database">) {
  const validId = validateParams(TemplatePath, unknownTemplateError);
  const validTemplate = validateJson(SaveProposalTemplate, { maxBytes: MAX_BODY_BYTES });
  const validChange = validateJson(ChangeProposalTemplate, { maxBytes: MAX_BODY_BYTES });
  return new Hono<CallerEnv>()
    .post("/proposal-templates", validTemplate, async (context) => {
      const { name, content } = context.req.valid("json");
      const id = await database.asCaller(context.var.caller, async (query) => {
        await requireUnusedName(query, name, null);
        const [created] = await query(
          "insert into endpoints.proposal_templates (name, content) values ($1, $2) returning id",
          [name, JSON.stringify({ ...content, terms: null })],
        );
        return created?.id ?? "";
      });
      return context.json({ success: true, id }, 201);
    })
    .put("/proposal-templates/:id", validChange, validId, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, (query) =>
        changeTemplate(query, id, context.req.valid("json")),
      );
      return context.json({ success: true });
    })
    .delete("/proposal-templates/:id", validId, async (context) => {
      const deleted = await database.asCaller(context.var.caller, (query) =>
        query("delete from endpoints.proposal_templates where id = $1 returning id", [
          context.req.valid("param").id,
        ]),
      );
      if (deleted.length === 0) {
        throw unknownTemplateError();
      }
      return context.json({ success: true });
    })
    .post("/proposal-terms", validateJson(PublishTerms, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const version = await database.asCaller(context.var.caller, async (query) => {
        // Publish sequentially, so that each version has its own number.
        await query("select pg_advisory_xact_lock(hashtextextended('proposal terms', 0))");
        const [published] = await query(
          `insert into endpoints.proposal_terms (version, body)
           select coalesce(max(version), 0) + 1, $1 from public.proposal_terms returning version`,
          [context.req.valid("json").body],
        );
        return published?.version ?? 0;
      });
      return context.json({ success: true, version }, 201);
    });
}

async function changeTemplate(
  query: Query,
  id: string,
  { name, content, updatedAt }: ChangeProposalTemplate,
): Promise<void> {
  await requireUnusedName(query, name, id);
  const changed = await query(
    `update endpoints.proposal_templates set name = $2, content = $3 where id = $1 and updated_at = $4
     returning id`,
    [id, name, JSON.stringify({ ...content, terms: null }), updatedAt],
  );
  if (changed.length > 0) {
    return;
  }
  const [existing] = await query("select 1 from public.proposal_templates where id = $1", [id]);
  throw existing
    ? new ApiError(
        409,
        "edit_conflict",
        "Someone else changed this template. Load it again to see the changes.",
      )
    : unknownTemplateError();
}

async function requireUnusedName(query: Query, name: string, id: string | null): Promise<void> {
  const [other] = await query(
    "select 1 from public.proposal_templates where lower(name) = lower($1) and id is distinct from $2",
    [name, id],
  );
  if (other) {
    throw new ApiError(409, "name_taken", "There is already a template with this name. Choose another name.");
  }
}

function unknownTemplateError(): ApiError {
  return new ApiError(404, "unknown_template", "This template no longer exists.");
}
