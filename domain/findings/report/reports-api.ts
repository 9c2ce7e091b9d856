import * as z from "zod/mini";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { AssessmentDetails } from "#domain/findings/report/assessment.ts";
import { TaxonomyReference, toTaxonomyReferences } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import { singleLine } from "#domain/text/single-line.ts";
import type { Tables } from "#supabase/database.types.ts";

const MAX_TESTED_ENTRIES = 500;
const MAX_SIGNATORY_LENGTH = 100;

/** Request to save what was tested in a project. */
export const SaveAssessment = z.object({
  details: AssessmentDetails,
  testedEntries: z
    .array(TaxonomyReference)
    .check(z.maxLength(MAX_TESTED_ENTRIES, `Select at most ${MAX_TESTED_ENTRIES} items`)),
});
export type SaveAssessment = z.infer<typeof SaveAssessment>;

type StoredAssessment = {
  /** Null until the details are saved. */
  assessments: Tables<"assessments"> | null;
  tested_entries: readonly Pick<Tables<"tested_entries">, "taxonomy" | "version" | "entry_id">[];
};

/** The form with the stored assessment of a project, or an empty one that ends today. */
export function toAssessmentForm(
  { assessments: stored, tested_entries: testedEntries }: StoredAssessment,
  today: CalendarDate,
): SaveAssessment {
  return {
    details: {
      system: stored?.system ?? "",
      environment: stored?.environment ?? "",
      engagementReference: stored?.engagement_reference ?? "",
      testType: stored?.test_type ?? "gray_box",
      startedOn: stored?.started_on ?? today,
      endedOn: stored?.ended_on ?? today,
      testers: stored?.testers ?? "",
      inScope: stored?.in_scope ?? "",
      outOfScope: stored?.out_of_scope ?? "",
      methodology: stored?.methodology ?? "",
      summary: stored?.summary ?? "",
      approach: stored?.approach ?? "",
    },
    testedEntries: toTaxonomyReferences(testedEntries),
  };
}

const signatoryLine = multiLine(MAX_SIGNATORY_LENGTH).check(singleLine);

/** Request to preview or issue a letter of attestation. */
export const IssueLetter = z.object({
  signatory: signatoryLine.check(z.minLength(1, "Enter the name of the signatory")),
  signatoryTitle: signatoryLine,
});
export type IssueLetter = z.infer<typeof IssueLetter>;

/** Request to withdraw a letter. The client can read the reason. */
export const WithdrawLetter = z.object({
  reason: multiLine(TEXT_LIMITS.reason).check(z.minLength(1, "Enter a reason")),
});
export type WithdrawLetter = z.infer<typeof WithdrawLetter>;
