import type { ExportedFinding } from "#domain/findings/export/exported-finding.ts";
import { formatFindingStatus } from "#domain/findings/retest.ts";
import { SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { toCsv } from "#domain/text/csv.ts";

const HEADER = [
  "Key",
  "Title",
  "Severity",
  "CVSS score",
  "CVSS vector",
  "Status",
  "Fix by",
  "Planned fix date",
  "Owner",
  "Project",
  "Affected asset",
  "Published",
  "Tags",
  "Mappings",
  "Description",
  "Impact",
  "Recommendation",
];

/** One row per finding. Texts are Markdown. */
export function findingsToCsv(findings: readonly ExportedFinding[]): string {
  return toCsv([
    HEADER,
    ...findings.map((finding) => [
      finding.key,
      finding.title,
      SEVERITY_LABELS[finding.severity],
      finding.cvss_score?.toFixed(1) ?? "",
      finding.cvss_vector ?? "",
      formatFindingStatus(finding.state, finding.retest),
      finding.due_on ?? "",
      finding.planned_on ?? "",
      finding.assignee,
      finding.project,
      finding.affected_asset,
      finding.published_on ?? "",
      finding.tags.join(", "),
      finding.finding_mappings.map(({ entry_id, name }) => `${entry_id} ${name}`).join("; "),
      finding.description,
      finding.impact,
      finding.recommendation,
    ]),
  ]);
}
