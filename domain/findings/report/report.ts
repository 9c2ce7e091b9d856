import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { FindingState, Verdict } from "#domain/findings/finding-state.ts";
import type { AssessmentDetails } from "#domain/findings/report/assessment.ts";
import type { RetestStatus } from "#domain/findings/retest.ts";
import type { Severity } from "#domain/findings/severity.ts";
import type { Taxonomy } from "#domain/findings/taxonomy.ts";

/** An entry of a taxonomy that a finding is mapped to or that was tested. */
export type ReportedEntry = { taxonomy: Taxonomy; version: string; id: string; name: string };

/** The result of one finding in a completed retest. `evidence` is Markdown. */
export type ReportedRetest = {
  /** The number of the round in the project, starting at 1. */
  round: number;
  testedOn: CalendarDate;
  verdict: Verdict;
  evidence: string;
  tester: string;
};

/** A published finding. The texts from `description` to `recommendation` are Markdown and may be empty. */
export type ReportedFinding = {
  key: string;
  title: string;
  severity: Severity;
  state: FindingState;
  /** The status of the retest that is requested or in progress. */
  activeRetest: RetestStatus | null;
  cvss: { vector: string; score: number } | null;
  affectedAsset: string;
  description: string;
  impact: string;
  evidence: string;
  reproductionSteps: string;
  recommendation: string;
  tags: readonly string[];
  tester: string;
  foundOn: CalendarDate;
  publishedOn: CalendarDate;
  /** The deadline, or null without one. */
  dueOn: CalendarDate | null;
  version: number;
  /** The last day of an approved risk acceptance. */
  riskAcceptedUntil: CalendarDate | null;
  mappings: readonly ReportedEntry[];
  retests: readonly ReportedRetest[];
};

/** A line of the change log, such as "WL-12-003: Corrected (version 2)". */
export type ReportedChange = { date: CalendarDate; text: string };

/** Everything that a report contains. The same data results in the same bytes. */
export type ReportData = {
  company: string;
  projectName: string;
  /** The day of the latest change. Reports show the findings as of this day. */
  asOf: CalendarDate;
  assessment: AssessmentDetails;
  /** The most severe first. Withdrawn findings appear only in the change log. */
  findings: readonly ReportedFinding[];
  /** Entries that were tested, with and without findings. */
  testedEntries: readonly ReportedEntry[];
  /** In chronological order. */
  changes: readonly ReportedChange[];
};
