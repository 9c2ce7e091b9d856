import { cleanName } from "#server/findings/import/text/clean-name.ts";
import type { SarifRun } from "./sarif-runs.ts";
import type { SarifLocation, SarifResult } from "./sarif-schema.ts";
import { cleanUri } from "./sarif-uri.ts";

export type SarifTarget = { uri: string; logicalLocation: string };

/** The first location of a result, without the line. */
export function findTarget(run: SarifRun, result: SarifResult): SarifTarget {
  const location = result.locations?.find((candidate) => candidate) ?? null;
  return { uri: findUri(run, location), logicalLocation: findLogicalLocation(location) };
}

export function formatTarget({ uri, logicalLocation }: SarifTarget): string {
  return uri !== "" && logicalLocation !== "" ? `${uri} (${logicalLocation})` : uri || logicalLocation;
}

/** For example `src/prompt.py, line 12`. Empty without a location. */
export function formatPosition(run: SarifRun, result: SarifResult): string {
  const target = formatTarget(findTarget(run, result));
  const line = result.locations?.find((candidate) => candidate)?.physicalLocation?.region?.startLine;
  return target !== "" && line ? `${target}, line ${line}` : target;
}

/**
 * The stable id that the tool gave the result. Some tools write a placeholder instead, such as `requires login`, which
 * would combine unrelated results.
 */
export function findToolFingerprint({ fingerprints, partialFingerprints }: SarifResult): string[] {
  for (const values of [fingerprints, partialFingerprints]) {
    const entries = Object.entries(values ?? {})
      .filter(([, value]) => /^\S{8,}$/.test(value))
      .sort(([left], [right]) => (left < right ? -1 : 1));
    if (entries.length > 0) {
      return entries.flat();
    }
  }
  return [];
}

function findUri(run: SarifRun, location: SarifLocation | null): string {
  const artifact = location?.physicalLocation?.artifactLocation;
  const uri = artifact?.uri;
  return typeof uri === "string" ? cleanUri(uri) : (run.artifactUris.get(artifact?.index ?? -1) ?? "");
}

function findLogicalLocation(location: SarifLocation | null): string {
  const logical = location?.logicalLocations?.find((candidate) => candidate);
  return cleanName(logical?.fullyQualifiedName ?? logical?.name ?? "");
}
