import * as z from "zod/mini";
import { type CalendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { cvssVectorMessage, isCvssVector } from "#domain/findings/cvss.ts";
import { SeverityName } from "#domain/findings/severity.ts";
import { TaxonomyReference, toTaxonomyReferences } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import { singleLine } from "#domain/text/single-line.ts";
import type { Tables } from "#supabase/database.types.ts";

const Line = (maxLength: number) => multiLine(maxLength).check(singleLine);
const Section = multiLine(TEXT_LIMITS.section);

/** Request to create or change a finding. The sections from `description` on are Markdown. */
export const SaveFinding = z.object({
  title: Line(TEXT_LIMITS.title).check(z.minLength(1, "Enter a title")),
  severity: SeverityName,
  /** Empty without a CVSS rating. */
  cvssVector: z.string().check(
    z.trim(),
    z.refine((text) => text === "" || isCvssVector(text), {
      error: ({ input }) => cvssVectorMessage(String(input)),
    }),
  ),
  affectedAsset: Line(TEXT_LIMITS.affectedAsset),
  description: Section,
  impact: Section,
  evidence: Section,
  reproductionSteps: Section,
  recommendation: Section,
  tags: z
    .array(Line(TEXT_LIMITS.tag).check(z.minLength(1)))
    .check(z.maxLength(TEXT_LIMITS.tags, `Enter at most ${TEXT_LIMITS.tags} tags`)),
  tester: Line(TEXT_LIMITS.tester),
  foundOn: z.string().check(z.refine(isCalendarDate, "Enter a valid date")),
  mappings: z
    .array(TaxonomyReference)
    .check(z.maxLength(TEXT_LIMITS.mappings, `Select at most ${TEXT_LIMITS.mappings} entries`)),
  attachmentIds: z.array(z.guid()).check(z.maxLength(20, "Attach at most 20 documents")),
  /** What a correction changed. Required after publication. */
  correctionNote: multiLine(TEXT_LIMITS.reason),
});
export type SaveFinding = z.infer<typeof SaveFinding>;

/** Splits the tags field of the form. */
export function parseTags(text: string): string[] {
  const tags = text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return [...new Set(tags)];
}

/** An empty form. */
export function newFinding(today: CalendarDate): SaveFinding {
  return {
    ...{
      title: "",
      severity: "medium",
      cvssVector: "",
      affectedAsset: "",
      description: "",
      impact: "",
      evidence: "",
    },
    ...{ reproductionSteps: "", recommendation: "", tags: [], tester: "", foundOn: today, mappings: [] },
    ...{ attachmentIds: [], correctionNote: "" },
  };
}

type StoredFinding = Pick<
  Tables<"findings">,
  | "title"
  | "severity"
  | "cvss_vector"
  | "affected_asset"
  | "description"
  | "impact"
  | "evidence"
  | "reproduction_steps"
  | "recommendation"
  | "tags"
  | "tester"
  | "found_on"
> & {
  finding_mappings: readonly { taxonomy: string; version: string; entry_id: string }[];
  finding_attachments: readonly { document_id: string }[];
};

/** The form for a stored finding. The note is empty, because it describes the next correction. */
export function toFindingForm(finding: StoredFinding): SaveFinding {
  return {
    title: finding.title,
    severity: finding.severity,
    cvssVector: finding.cvss_vector ?? "",
    affectedAsset: finding.affected_asset,
    description: finding.description,
    impact: finding.impact,
    evidence: finding.evidence,
    reproductionSteps: finding.reproduction_steps,
    recommendation: finding.recommendation,
    tags: finding.tags,
    tester: finding.tester,
    foundOn: finding.found_on,
    mappings: toTaxonomyReferences(finding.finding_mappings),
    attachmentIds: finding.finding_attachments.map(({ document_id }) => document_id),
    correctionNote: "",
  };
}
