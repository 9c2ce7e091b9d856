import { Hono } from "hono";
import { z } from "zod";
import { SaveTemplate } from "#domain/findings/template.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

/** Four Markdown sections of 20,000 characters, which can take 4 bytes each. */
const MAX_BODY_BYTES = 384 * 1024;
const TemplatePath = z.object({ id: z.guid() });

/**
 * The library of finding templates: `POST /api/admin/finding-templates` adds a template, and `DELETE
 * /api/admin/finding-templates/{id}` deletes one. The templates that come with the product can be deleted too.
 */
export function createTemplateRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>()
    .post("/finding-templates", validateJson(SaveTemplate, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { title, mappings, ...template } = context.req.valid("json");
      const id = await database.asCaller(context.var.caller, async (query) => {
        const [existing] = await query(
          "select 1 from public.finding_templates where lower(title) = lower($1)",
          [title],
        );
        if (existing) {
          throw new ApiError(409, "title_taken", "The library already has a template with this title.");
        }
        const [created] = await query(
          `insert into endpoints.finding_templates
             (title, severity, category, description, impact, reproduction_steps, recommendation, tags)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
          [
            title,
            template.severity,
            template.category,
            template.description,
            template.impact,
            template.reproductionSteps,
            template.recommendation,
            [...new Set(template.tags)],
          ],
        );
        await query(
          `insert into endpoints.finding_template_mappings (template_id, taxonomy, version, entry_id)
           select $1, entry.taxonomy, entry.version, entry.id
             from public.taxonomy_entries as entry
            where (entry.taxonomy, entry.version, entry.id) in (select * from unnest($2::text[], $3::text[], $4::text[]))`,
          [
            created?.id ?? null,
            mappings.map(({ taxonomy }) => taxonomy),
            mappings.map(({ version }) => version),
            mappings.map((mapping) => mapping.id),
          ],
        );
        return created?.id ?? "";
      });
      return context.json({ success: true, id }, 201);
    })
    .delete("/finding-templates/:id", validateParams(TemplatePath, unknownTemplateError), async (context) => {
      const { id } = context.req.valid("param");
      const deleted = await database.asCaller(context.var.caller, (query) =>
        query("delete from endpoints.finding_templates where id = $1 returning id", [id]),
      );
      if (deleted.length === 0) {
        throw unknownTemplateError();
      }
      return context.json({ success: true });
    });
}

function unknownTemplateError(): ApiError {
  return new ApiError(404, "unknown_template", "This template no longer exists.");
}
