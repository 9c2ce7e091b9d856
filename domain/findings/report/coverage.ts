import { groupBy } from "#domain/collections/group-by.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { activeRetestStatus, type RetestStatus } from "#domain/findings/retest.ts";
import { compareSeverity, type Severity } from "#domain/findings/severity.ts";
import { TAXONOMIES, TAXONOMY_LABELS, TAXONOMY_VERSIONS, type Taxonomy } from "#domain/findings/taxonomy.ts";
import type { StatusBadge } from "#domain/status.ts";

/** With several findings, the most urgent one decides: open, then risk accepted, then fixed. */
type CoverageStatus = "not_tested" | "no_findings" | "open" | "risk_accepted" | "fixed";

export const COVERAGE_BADGES: Readonly<Record<CoverageStatus, StatusBadge>> = {
  not_tested: { label: "Not tested", tone: "neutral" },
  no_findings: { label: "Tested, no findings", tone: "positive" },
  open: { label: "Open findings", tone: "negative" },
  risk_accepted: { label: "Risk accepted", tone: "warning" },
  fixed: { label: "Findings fixed", tone: "positive" },
};

export type CoveredFinding = {
  id: string;
  key: string;
  title: string;
  severity: Severity;
  state: string;
  /** The status of the active retest. */
  retest: RetestStatus | null;
};

/** An entry of a framework, such as a risk or a control. */
export type CoveredEntry = {
  id: string;
  name: string;
  kind: string;
  /** The heading that the entry appears under, such as the objective of a control. */
  group: { id: string; name: string } | null;
  status: CoverageStatus;
  /** Published findings that are mapped to the entry: open ones first, then the most severe. */
  findings: readonly CoveredFinding[];
};

/** What was tested of one version of a framework. */
export type FrameworkCoverage = {
  /** The taxonomy, with the version if it is not the current one. Unique, and suitable for URLs. */
  key: string;
  taxonomy: Taxonomy;
  version: string;
  /** Such as "MITRE ATLAS (5.6.0)". */
  label: string;
  entries: readonly CoveredEntry[];
  testedCount: number;
  /** The number of entries with open findings. */
  openCount: number;
};

type EntryRow = {
  taxonomy: string;
  version: string;
  id: string;
  name: string;
  kind: string;
  parent_id: string | null;
  position: number;
};
type ReferenceRow = { taxonomy: string; version: string; entry_id: string };
type FindingRow = Omit<CoveredFinding, "retest"> & {
  finding_mappings: readonly ReferenceRow[];
  retest_findings: Parameters<typeof activeRetestStatus>[0];
};

/** The rows of the database that the coverage is computed from, limited to the projects in question. */
export type CoverageInput = {
  entries: readonly EntryRow[];
  testedEntries: readonly ReferenceRow[];
  /** Drafts and withdrawn findings are ignored. */
  findings: readonly FindingRow[];
};

/**
 * The kinds that only group others. They appear as entries only if they are tested, and don't inherit the status of their children.
 * All other kinds can be tested: OWASP and NIST AI 600-1 risks, ATLAS techniques and subtechniques, NIST AI RMF subcategories,
 * ISO/IEC 42001 controls, and articles and paragraphs of the EU AI Act.
 */
const GROUPING_KINDS: ReadonlySet<string> = new Set(["tactic", "function", "category", "objective"]);

/** CWE classifies weaknesses. It isn't a list of what to test. */
const FRAMEWORKS = TAXONOMIES.filter((taxonomy) => taxonomy !== "cwe");

/**
 * The coverage of each framework, in the order of `TAXONOMIES`. An entry is tested if it was recorded as tested, or if a published
 * finding is mapped to it. Earlier versions are included only if something in them was tested.
 */
export function buildCoverage({ entries, testedEntries, findings }: CoverageInput): FrameworkCoverage[] {
  const tested = new Set(testedEntries.map(toKey));
  const findingsByEntry = groupByEntry(findings);
  const getCoverage = (taxonomy: Taxonomy, version: string): FrameworkCoverage => {
    const rows = entries.filter((entry) => entry.taxonomy === taxonomy && entry.version === version);
    return toFramework(taxonomy, version, toCoveredEntries(rows, tested, findingsByEntry));
  };
  return FRAMEWORKS.flatMap((taxonomy) => {
    const currentVersion = TAXONOMY_VERSIONS[taxonomy];
    const earlierVersions = new Set(
      entries
        .filter((entry) => entry.taxonomy === taxonomy && entry.version !== currentVersion)
        .map(({ version }) => version),
    );
    return [
      getCoverage(taxonomy, currentVersion),
      ...[...earlierVersions]
        .toSorted()
        .toReversed()
        .map((version) => getCoverage(taxonomy, version))
        .filter(({ testedCount }) => testedCount > 0),
    ].filter((framework) => framework.entries.length > 0);
  });
}

function toFramework(
  taxonomy: Taxonomy,
  version: string,
  entries: readonly CoveredEntry[],
): FrameworkCoverage {
  return {
    key: version === TAXONOMY_VERSIONS[taxonomy] ? taxonomy : `${taxonomy}-${version}`,
    taxonomy,
    version,
    label: `${TAXONOMY_LABELS[taxonomy]} (${version})`,
    entries,
    testedCount: entries.filter(({ status }) => status !== "not_tested").length,
    openCount: entries.filter(({ status }) => status === "open").length,
  };
}

function toCoveredEntries(
  rows: readonly EntryRow[],
  tested: ReadonlySet<string>,
  findingsByEntry: ReadonlyMap<string, readonly CoveredFinding[]>,
): CoveredEntry[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return sortByParent(rows).flatMap((row) => {
    const key = toKey({ ...row, entry_id: row.id });
    const findings = findingsByEntry.get(key) ?? [];
    const status = getStatus(findings, tested.has(key));
    if (GROUPING_KINDS.has(row.kind) && status === "not_tested") {
      return [];
    }
    const parent = row.parent_id === null ? undefined : rowsById.get(row.parent_id);
    const group = parent && GROUPING_KINDS.has(parent.kind) ? { id: parent.id, name: parent.name } : null;
    return [{ id: row.id, name: row.name, kind: row.kind, group, status, findings }];
  });
}

/** Sorts by position, with children after their parent. */
function sortByParent(rows: readonly EntryRow[]): EntryRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  const children = groupBy(
    rows.toSorted((one, other) => one.position - other.position),
    ({ parent_id: parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null),
  );
  const withDescendants = (row: EntryRow): EntryRow[] => [
    row,
    ...(children.get(row.id) ?? []).flatMap(withDescendants),
  ];
  return (children.get(null) ?? []).flatMap(withDescendants);
}

function groupByEntry(findings: readonly FindingRow[]): Map<string, CoveredFinding[]> {
  const byEntry = new Map<string, CoveredFinding[]>();
  for (const { finding_mappings: mappings, retest_findings: retests, ...finding } of findings.toSorted(
    compareUrgency,
  )) {
    const { id, key, title, severity, state } = finding;
    const retest = activeRetestStatus(retests);
    if (state === "draft" || state === "withdrawn") {
      continue;
    }
    for (const entry of new Set(mappings.map(toKey))) {
      const others = byEntry.get(entry) ?? [];
      byEntry.set(entry, [...others, { id, key, title, severity, state, retest }]);
    }
  }
  return byEntry;
}

function compareUrgency(one: FindingRow, other: FindingRow): number {
  return (
    Number(isOpenState(other.state)) - Number(isOpenState(one.state)) ||
    compareSeverity(one.severity, other.severity) ||
    one.key.localeCompare(other.key, "en", { numeric: true })
  );
}

function getStatus(findings: readonly CoveredFinding[], isTested: boolean): CoverageStatus {
  if (findings.length === 0) {
    return isTested ? "no_findings" : "not_tested";
  }
  if (findings.some(({ state }) => isOpenState(state))) {
    return "open";
  }
  return findings.every(({ state }) => state === "fixed") ? "fixed" : "risk_accepted";
}

function toKey({ taxonomy, version, entry_id: id }: ReferenceRow): string {
  return JSON.stringify([taxonomy, version, id]);
}
