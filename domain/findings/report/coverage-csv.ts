import { COVERAGE_BADGES, type FrameworkCoverage } from "#domain/findings/report/coverage.ts";
import { formatFindingStatus } from "#domain/findings/retest.ts";
import { TAXONOMY_LABELS } from "#domain/findings/taxonomy.ts";
import { formatIncludedItems } from "#domain/findings/taxonomy-selection.ts";
import { toCsv } from "#domain/text/csv.ts";

const HEADER = ["Framework", "Version", "Items included", "ID", "Name", "Tested", "Status", "Findings"];

/** One row per entry of each framework, such as a risk or a control. Each row states whether the framework is complete. */
export function coverageCsv(frameworks: readonly FrameworkCoverage[]): string {
  return toCsv([
    HEADER,
    ...frameworks.flatMap(({ taxonomy, version, entries }) =>
      entries.map(({ id, name, status, findings }) => [
        TAXONOMY_LABELS[taxonomy],
        version,
        formatIncludedItems({ taxonomy, version }),
        id,
        name,
        status === "not_tested" ? "No" : "Yes",
        COVERAGE_BADGES[status].label,
        findings.map(({ key, state, retest }) => `${key} (${formatFindingStatus(state, retest)})`).join("; "),
      ]),
    ),
  ]);
}
