import * as z from "zod/mini";
import { SaveFinding } from "#domain/findings/finding-form.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type TemplateCategory = ClosedSets["finding_templates.category"];

export const TEMPLATE_CATEGORY_LABELS: Readonly<Record<TemplateCategory, string>> = {
  llm: "LLM",
  rag: "Retrieval",
  agent: "Agents",
  mlops: "MLOps",
};

/** Request to add a template to the library, with the parts of a finding that a template contains. */
export const SaveTemplate = z.extend(
  z.pick(SaveFinding, {
    title: true,
    severity: true,
    description: true,
    impact: true,
    reproductionSteps: true,
    recommendation: true,
    tags: true,
    mappings: true,
  }),
  { category: z.enum(["llm", "rag", "agent", "mlops"], "Choose a category") },
);
export type SaveTemplate = z.infer<typeof SaveTemplate>;
export type FindingTemplate = Omit<SaveTemplate, "category">;
