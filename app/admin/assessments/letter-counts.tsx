import type { ProjectAssessment } from "#app/api/admin/assessments.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { FINDING_STATE_BADGES } from "#domain/findings/finding-state.ts";
import { countBySeverity, type SeverityCount } from "#domain/findings/report/severity-counts.ts";
import { listKeys } from "#domain/status.ts";

const COUNTS = [
  { key: "found", header: "Found" },
  { key: "fixed", header: "Fixed and verified" },
  { key: "riskAccepted", header: "Risk accepted" },
  { key: "open", header: "Open" },
] as const;

/** The counts that a new letter of attestation contains. */
export function LetterCounts({ counts }: { counts: readonly SeverityCount[] }) {
  return (
    <table aria-label="Findings in the letter" className="tabular w-full text-right text-14">
      <thead>
        <tr data-wraps className="border-line border-b text-13 text-muted">
          <th scope="col" className="py-2 text-left font-medium">
            Severity
          </th>
          {COUNTS.map(({ key, header }) => (
            <th key={key} scope="col" className="py-2 pl-2 font-medium">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counts.map((count) => (
          <tr key={count.severity} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              <SeverityBadge severity={count.severity} />
            </th>
            {COUNTS.map(({ key }) => (
              <td key={key} className="py-1.5 pl-2">
                {count[key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Counts the published findings of a project by severity. */
export function countFindings({ findings }: ProjectAssessment): SeverityCount[] {
  const states = listKeys(FINDING_STATE_BADGES);
  return countBySeverity(
    findings.flatMap(({ severity, state: stored }) => {
      const state = states.find((known) => known === stored);
      return state ? [{ severity, state }] : [];
    }),
  );
}
