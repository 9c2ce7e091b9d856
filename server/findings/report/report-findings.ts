import type { ReportData, ReportedEntry, ReportedFinding } from "#domain/findings/report/report.ts";
import { compareSeverity } from "#domain/findings/severity.ts";
import { TAXONOMIES, TAXONOMY_LABELS } from "#domain/findings/taxonomy.ts";
import { describeSelection } from "#domain/findings/taxonomy-selection.ts";

/** The findings that a report contains, from the most to the least severe. */
export function listFindings({ findings }: ReportData): ReportedFinding[] {
  return findings
    .filter(({ state }) => state !== "draft" && state !== "withdrawn")
    .toSorted(
      (one, other) => compareSeverity(one.severity, other.severity) || compareIds(one.key, other.key),
    );
}

/** The name of the destination that links to a finding use. */
export function getDestination({ key }: ReportedFinding): string {
  return `finding-${encodeURIComponent(key.toWellFormed())}`;
}

export type ReportedFramework = {
  /** Such as "MITRE ATLAS (5.6.0)". */
  label: string;
  /** The part of the framework that the product lists. Empty if it is complete. */
  selection: string;
  entries: ReadonlyArray<{ entry: ReportedEntry; findings: readonly ReportedFinding[] }>;
};

/** The frameworks that findings are mapped to or that were tested, with their entries sorted by id. */
export function listFrameworks(data: ReportData): ReportedFramework[] {
  const findings = listFindings(data);
  const entries = [...data.testedEntries, ...findings.flatMap(({ mappings }) => mappings)];
  const byVersion = Map.groupBy(entries, ({ taxonomy, version }) => JSON.stringify([taxonomy, version]));
  return [...byVersion.values()]
    .flatMap((group) => {
      const [first] = group;
      return first ? [{ first, group }] : [];
    })
    .toSorted(
      ({ first: one }, { first: other }) =>
        TAXONOMIES.indexOf(one.taxonomy) - TAXONOMIES.indexOf(other.taxonomy) ||
        compareIds(one.version, other.version),
    )
    .map(({ first, group }) => ({
      label: `${TAXONOMY_LABELS[first.taxonomy]} (${first.version})`,
      selection: describeSelection(first),
      entries: [...new Map(group.map((entry) => [entry.id, entry])).values()]
        .toSorted((one, other) => compareIds(one.id, other.id))
        .map((entry) => ({ entry, findings: findings.filter((finding) => isMappedTo(finding, entry)) })),
    }));
}

function isMappedTo(finding: ReportedFinding, entry: ReportedEntry): boolean {
  return finding.mappings.some(
    ({ taxonomy, version, id }) =>
      taxonomy === entry.taxonomy && version === entry.version && id === entry.id,
  );
}

const collator = new Intl.Collator("en", { numeric: true });

function compareIds(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : 1);
}
