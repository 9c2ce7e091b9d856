import type { ExportedFinding } from "#domain/findings/export/exported-finding.ts";
import type { Severity } from "#domain/findings/severity.ts";
import { TAXONOMY_LABELS, toTaxonomyReferences } from "#domain/findings/taxonomy.ts";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
  info: "note",
};

/** The middle of each band of CVSS, for tools that sort by a number. */
const SEVERITY_SCORES: Readonly<Record<Severity, number>> = {
  critical: 9.5,
  high: 8,
  medium: 5.5,
  low: 2,
  info: 0,
};

/**
 * The findings as SARIF 2.1.0, for tools such as GitHub code scanning. Leaves out fixed and withdrawn findings, so that such tools
 * close them. Findings have no file, so each has a made-up path with the name of its asset.
 */
export function findingsToSarif(
  findings: readonly ExportedFinding[],
  firm: { name: string; url: string },
): string {
  const active = findings.filter(({ state }) => state !== "fixed" && state !== "withdrawn");
  return JSON.stringify(
    {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: firm.name, informationUri: firm.url, rules: active.map(toRule) } },
          results: active.map(toResult),
        },
      ],
    },
    null,
    2,
  );
}

function toRule(finding: ExportedFinding) {
  const references = toTaxonomyReferences(finding.finding_mappings);
  return {
    id: finding.key,
    name: finding.key,
    shortDescription: { text: finding.title },
    fullDescription: { text: finding.description || finding.title },
    help: {
      text: finding.recommendation || "See the finding in the portal.",
      markdown: finding.recommendation,
    },
    properties: {
      "security-severity": (finding.cvss_score ?? SEVERITY_SCORES[finding.severity]).toFixed(1),
      tags: [
        "security",
        ...finding.tags,
        ...references.map(({ taxonomy, id }) => `${TAXONOMY_LABELS[taxonomy]}: ${id}`),
      ],
    },
  };
}

function toResult(finding: ExportedFinding, ruleIndex: number) {
  const asset = finding.affected_asset || finding.project;
  return {
    ruleId: finding.key,
    ruleIndex,
    level: LEVELS[finding.severity],
    message: { text: `${finding.key}: ${finding.title}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: `ai-system/${toPathSegment(asset)}` },
          region: { startLine: 1, startColumn: 1 },
        },
        logicalLocations: [{ name: asset, kind: "resource" }],
      },
    ],
    partialFingerprints: { primaryLocationLineHash: finding.id },
    properties: { severity: finding.severity, state: finding.state, dueOn: finding.due_on },
    ...(finding.state === "risk_accepted" && {
      suppressions: [
        { kind: "external", status: "accepted", justification: finding.acceptanceReason ?? "Risk accepted" },
      ],
    }),
  };
}

/** A part of a path without characters that have a meaning in URIs. */
function toPathSegment(text: string): string {
  const segment = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return segment || "system";
}
