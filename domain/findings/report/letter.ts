import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { AssessmentDetails } from "#domain/findings/report/assessment.ts";
import type { SeverityCount } from "#domain/findings/report/severity-counts.ts";

/** The content of a letter of attestation. It contains no titles or texts of findings. */
export type LetterData = {
  /** The verification code, such as "7K2M-9QXT-4HBD-WZ3N". */
  code: string;
  issuedOn: CalendarDate;
  company: string;
  projectName: string;
  assessment: Omit<AssessmentDetails, "summary" | "approach">;
  /** From the most to the least severe. */
  counts: readonly SeverityCount[];
  /** The day of the latest test in a completed retest, or null without one. */
  retestedOn: CalendarDate | null;
  /** The latest report of the project, or null without one. */
  report: { version: number; sha256: string } | null;
  signatory: string;
  signatoryTitle: string;
};
