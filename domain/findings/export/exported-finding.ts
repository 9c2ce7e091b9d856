import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { RetestStatus } from "#domain/findings/retest.ts";
import type { Severity } from "#domain/findings/severity.ts";

/** A published finding with everything that exports contain. Texts are Markdown. */
export type ExportedFinding = {
  id: string;
  key: string;
  title: string;
  severity: Severity;
  cvss_score: number | null;
  cvss_vector: string | null;
  state: string;
  /** The status of the active retest. */
  retest: RetestStatus | null;
  affected_asset: string;
  description: string;
  impact: string;
  recommendation: string;
  tags: string[];
  due_on: CalendarDate | null;
  planned_on: CalendarDate | null;
  published_on: CalendarDate | null;
  assignee: string;
  project: string;
  finding_mappings: { taxonomy: string; version: string; entry_id: string; name: string }[];
  /** Why the client accepted the risk. Null if it did not. */
  acceptanceReason: string | null;
};
