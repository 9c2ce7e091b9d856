import type { ReportedEntry } from "#domain/findings/report/report.ts";
import { TAXONOMIES } from "#domain/findings/taxonomy.ts";

/** Converts stored entries. Ignores those of a taxonomy that this version of the product does not know. */
export function toReportedEntries(
  rows: readonly { taxonomy: string; version: string; entry_id: string; name: string }[],
): ReportedEntry[] {
  return rows.flatMap(({ taxonomy, version, entry_id: id, name }) => {
    const known = TAXONOMIES.find((candidate) => candidate === taxonomy);
    return known ? [{ taxonomy: known, version, id, name }] : [];
  });
}
