import { createDatabaseForThisRun } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { SAMPLE_REPORT } from "#domain/findings/report/sample-report.ts";
import { TAXONOMIES, TAXONOMY_VERSIONS } from "#domain/findings/taxonomy.ts";
import { TAXONOMY_SELECTIONS } from "#domain/findings/taxonomy-selection.ts";

/** The number of entries of each kind in the published frameworks. CWE is a selection, and is no list of what to test. */
const PUBLISHED: Readonly<Record<string, number>> = {
  "owasp-llm 2025 risk": 10,
  "owasp-agentic 2026 risk": 10,
  "mitre-atlas 5.6.0 tactic": 16,
  "mitre-atlas 5.6.0 technique": 101,
  "mitre-atlas 5.6.0 subtechnique": 69,
  "nist-ai-rmf 1.0 function": 4,
  "nist-ai-rmf 1.0 category": 19,
  "nist-ai-rmf 1.0 subcategory": 72,
  "nist-ai-600-1 2024-07 risk": 12,
  "iso-42001 2023 objective": 9,
  "iso-42001 2023 control": 38,
  "eu-ai-act 2024/1689 article": 113,
};

test("each framework is complete, or its screens and reports state which part is included", async () => {
  const database = await createDatabaseForThisRun();
  const { rows } = await database.pool.query<{ key: string; count: number }>(
    `select concat_ws(' ', taxonomy, version, kind) as key, count(*)::int as count
       from public.taxonomy_entries
      where taxonomy <> 'cwe' and kind <> 'paragraph'
      group by taxonomy, version, kind`,
  );
  const selections = TAXONOMIES.flatMap((taxonomy) => {
    const selection = TAXONOMY_SELECTIONS[taxonomy];
    return selection ? [{ taxonomy, ...selection }] : [];
  });
  for (const { taxonomy, version, kind, total } of selections) {
    expect(version).toBe(TAXONOMY_VERSIONS[taxonomy]);
    expect(PUBLISHED[`${taxonomy} ${version} ${kind}`]).toBe(total);
  }
  const included = selections.map(
    ({ taxonomy, version, kind, included }) => [`${taxonomy} ${version} ${kind}`, included] as const,
  );
  expect(Object.fromEntries(rows.map(({ key, count }) => [key, count]))).toEqual({
    ...PUBLISHED,
    ...Object.fromEntries(included),
  });
});

test("the sample report uses ids and names of the taxonomies", async () => {
  const { findings, testedEntries } = SAMPLE_REPORT;
  const used = [...testedEntries, ...findings.flatMap(({ mappings }) => mappings)];
  const { pool } = await createDatabaseForThisRun();
  const { rows } = await pool.query("select taxonomy, version, id, name from public.taxonomy_entries");
  expect(rows).toEqual(expect.arrayContaining(used));
});
