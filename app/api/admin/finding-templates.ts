import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { toTaxonomyReferences } from "#domain/findings/taxonomy.ts";
import type { FindingTemplate, SaveTemplate } from "#domain/findings/template.ts";

/** Query key of the library of templates. */
export const FINDING_TEMPLATES_KEY = ["finding-templates"];

async function fetchTemplates() {
  const supabase = await getSupabase("admin");
  const rows = unwrap(
    await supabase
      .from("finding_templates")
      .select("*, finding_template_mappings(taxonomy, version, entry_id)")
      .order("title"),
  );
  return rows.map((row) => ({
    id: row.id,
    category: row.category,
    isBuiltin: row.is_builtin,
    template: {
      title: row.title,
      severity: row.severity,
      description: row.description,
      impact: row.impact,
      reproductionSteps: row.reproduction_steps,
      recommendation: row.recommendation,
      tags: row.tags,
      mappings: toTaxonomyReferences(row.finding_template_mappings),
    } satisfies FindingTemplate,
  }));
}

/** A template with its category. */
export type ListedTemplate = Awaited<ReturnType<typeof fetchTemplates>>[number];

/** The templates of the library, by title. */
export function findingTemplatesQuery() {
  return queryOptions({
    queryKey: FINDING_TEMPLATES_KEY,
    queryFn: fetchTemplates,
  });
}

/** Adds a template to the library. @throws {ApiError} 409 if the title is taken. */
export async function createTemplate(template: SaveTemplate): Promise<void> {
  await readJson(adminApi["finding-templates"].$post({ json: template }));
}

/** @throws {ApiError} */
export async function deleteTemplate(id: string): Promise<void> {
  await readJson(adminApi["finding-templates"][":id"].$delete({ param: { id } }));
}
