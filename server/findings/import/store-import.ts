import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { SeverityChoices } from "#domain/findings/import/import-mapping.ts";
import { countRows, type ImportAction, type ImportPreview } from "#domain/findings/import/import-preview.ts";
import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import type { Severity } from "#domain/findings/severity.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { Query } from "#server/database/database.ts";
import { lockFindingKeys } from "#server/findings/publish-findings.ts";
import { ImportError } from "./import-error.ts";
import { MappingSummary } from "./mapping-summary.ts";
import type { ReadResults } from "./results/result-groups.ts";
import { prefetch } from "./streams/prefetch.ts";

/** More rows would not be read. The limit applies to findings and to rows with errors. */
const MAX_PREVIEWED = 200;

/** What an import does with a finding. `id` and `key` are those of the existing finding, and `key` is empty for drafts. */
export type PlannedFinding = {
  finding: ImportedFinding;
  action: ImportAction;
  id: string | null;
  key: string;
};

/** The project that findings are imported into, and the severities that an administrator chose for new drafts. */
export type ImportTarget = { projectId: string; clientId: string; severities: SeverityChoices };

/** Determines what an import does with each finding, by the fingerprints of the project's findings. */
export async function* planImport(
  query: Query,
  { projectId, severities }: ImportTarget,
  results: ReadResults,
): AsyncGenerator<PlannedFinding[]> {
  const [project] = await query(
    `select exists (select from public.findings where project_id = $1 and fingerprint is not null) as has_imports`,
    [projectId],
  );
  for await (const findings of results.findings) {
    // The results of a file have different fingerprints, so the first import of a project needs no lookups.
    const existing = project?.has_imports ? await findExisting(query, projectId, findings) : [];
    const byFingerprint = new Map(existing.map((row) => [row.fingerprint, row]));
    yield findings.map((finding) => {
      const stored = byFingerprint.get(finding.fingerprint);
      if (!stored) {
        const severity = getChoice(severities, finding.sourceSeverity) ?? finding.severity;
        return { finding: { ...finding, severity }, action: "create", id: null, key: "" };
      }
      const action = stored.publication_status === "draft" ? "update" : "published";
      return { finding, action, id: stored.id, key: stored.key ?? "" };
    });
  }
}

function getChoice(severities: SeverityChoices, source: string): Severity | undefined {
  return Object.hasOwn(severities, source) ? severities[source] : undefined;
}

function findExisting(query: Query, projectId: string, findings: readonly ImportedFinding[]) {
  return query(
    // The limit forces a lookup per fingerprint. The planner has no statistics about rows of the same transaction.
    `select stored.id, stored.key, stored.fingerprint, stored.publication_status
       from unnest($2::text[]) as wanted (fingerprint)
      cross join lateral (select finding.id, finding.key, finding.fingerprint, finding.publication_status
                            from public.findings as finding
                           where finding.project_id = $1 and finding.fingerprint = wanted.fingerprint
                           limit 1) as stored`,
    [projectId, findings.map(({ fingerprint }) => fingerprint)],
  );
}

/** Describes an import without storing anything. */
export async function previewImport(
  query: Query,
  target: ImportTarget,
  results: ReadResults,
): Promise<ImportPreview> {
  return await describeImport(query, planImport(query, target, results), { target, results });
}

type StoreOptions = {
  today: CalendarDate;
  /** Whether to import the other rows of a CSV file if some have errors, instead of none. */
  skipsInvalidRows: boolean;
};

/**
 * Stores the new findings as drafts, and replaces the evidence of the drafts from an earlier import, even if an
 * administrator edited it. The other texts of a draft stay.
 * @throws {ImportError} if a row has errors, unless those rows are skipped. The caller rolls back.
 */
export async function storeImport(
  query: Query,
  target: ImportTarget,
  results: ReadResults,
  { today, skipsInvalidRows }: StoreOptions,
): Promise<ImportPreview> {
  // Two imports at the same time must not create the same findings, and drafts must not be published during an import.
  await lockFindingKeys(query, [target.projectId]);
  const plan = storePlan(query, target, planImport(query, target, results), today);
  const report = await describeImport(query, plan, { target, results });
  const { invalid } = countRows(report);
  if (report.invalidRows.length > 0 && !skipsInvalidRows) {
    throw new ImportError(
      `${formatCount(invalid, "row")} of the file ${invalid === 1 ? "has" : "have"} errors.`,
    );
  }
  return report;
}

async function* storePlan(
  query: Query,
  target: ImportTarget,
  plan: AsyncIterable<PlannedFinding[]>,
  today: CalendarDate,
): AsyncGenerator<PlannedFinding[]> {
  for await (const { batch, created, createdJson } of prefetch(prepareBatches(plan))) {
    if (created.length > 0) {
      await insertDrafts(query, target, created, createdJson, today);
    }
    const updated = batch.filter(({ action }) => action === "update");
    if (updated.length > 0) {
      await replaceEvidence(query, updated);
    }
    yield batch;
  }
}

/** Converts the new findings of each batch to JSON, which takes place while the database stores the batch before it. */
async function* prepareBatches(plan: AsyncIterable<PlannedFinding[]>) {
  for await (const batch of plan) {
    const created = batch.filter(({ action }) => action === "create").map(({ finding }) => finding);
    yield { batch, created, createdJson: JSON.stringify(created) };
  }
}

async function describeImport(
  query: Query,
  plan: AsyncIterable<PlannedFinding[]>,
  { target, results }: { target: ImportTarget; results: ReadResults },
): Promise<ImportPreview> {
  const { tool, columns, totals } = results;
  const mapping = new MappingSummary();
  const counts = { create: 0, update: 0, published: 0 };
  const findings: ImportPreview["findings"] = [];
  for await (const batch of plan) {
    for (const { finding, action, key } of batch) {
      counts[action] += 1;
      mapping.add(finding, action);
      if (findings.length < MAX_PREVIEWED) {
        const { title, severity, sourceSeverity, resultCount } = finding;
        findings.push({ title, severity, sourceSeverity, resultCount, action, key });
      }
    }
  }
  const unknown = Object.keys(target.severities).find((source) => !mapping.sourceSeverities.has(source));
  if (unknown !== undefined) {
    throw new ImportError("The file has changed since the preview. Preview it again.");
  }
  const complete = totals();
  const invalidRows = complete.invalidRows.slice(0, MAX_PREVIEWED);
  return { tool, ...complete, invalidRows, counts, findings, mapping: await mapping.finish(query, columns) };
}

async function insertDrafts(
  query: Query,
  { projectId, clientId }: ImportTarget,
  drafts: readonly ImportedFinding[],
  draftsJson: string,
  today: CalendarDate,
): Promise<void> {
  const inserted = await query(
    `insert into endpoints.findings
       (project_id, client_id, title, severity, affected_asset, description, evidence, recommendation, tags, found_on,
        fingerprint)
     select $1, $2, row.title, row.severity, row."affectedAsset", row.description, row.evidence, row.recommendation,
            row.tags, $3, row.fingerprint
       from json_to_recordset($4::json) as row
            (title text, severity text, "affectedAsset" text, description text, evidence text, recommendation text,
             tags text[], fingerprint text)
     returning id, fingerprint`,
    [projectId, clientId, today, draftsJson],
  );
  const ids = new Map(inserted.map(({ id, fingerprint }) => [fingerprint, id]));
  const mappings = drafts.flatMap((draft) =>
    draft.mappings.map((mapping) => ({ ...mapping, findingId: ids.get(draft.fingerprint) })),
  );
  await query(
    `insert into endpoints.finding_mappings (finding_id, taxonomy, version, entry_id, name)
     select mapping."findingId", entry.taxonomy, entry.version, entry.id, entry.name
       from jsonb_to_recordset($1::jsonb) as mapping ("findingId" uuid, taxonomy text, version text, id text)
       join public.taxonomy_entries as entry
         on entry.taxonomy = mapping.taxonomy and entry.version = mapping.version and entry.id = mapping.id`,
    [JSON.stringify(mappings)],
  );
}

async function replaceEvidence(query: Query, updated: readonly PlannedFinding[]): Promise<void> {
  await query(
    `update endpoints.findings as draft set evidence = row.evidence
       from jsonb_to_recordset($1::jsonb) as row (id uuid, evidence text)
      where draft.id = row.id and draft.publication_status = 'draft'`,
    [JSON.stringify(updated.map(({ id, finding }) => ({ id, evidence: finding.evidence })))],
  );
}
