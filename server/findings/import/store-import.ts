import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { ImportAction, ImportPreview } from "#domain/findings/import/import-preview.ts";
import type { ImportedFinding, ImportResult } from "#domain/findings/import/imported-finding.ts";
import type { Query } from "#server/database/database.ts";

/** More rows would not be read. */
const MAX_PREVIEWED = 200;
/** Rows per statement, so that a large import stays within the time limit of a statement. */
const BATCH_SIZE = 500;

type PlannedFinding = {
  finding: ImportedFinding;
  action: ImportAction;
  id: string | null;
  key: string | null;
};

/** Determines what an import does with each finding, by the fingerprints of the project's findings. */
async function planImport(
  query: Query,
  projectId: string,
  findings: readonly ImportedFinding[],
): Promise<PlannedFinding[]> {
  const existing = await query(
    `select id, key, fingerprint, publication_status from endpoints.findings
      where project_id = $1 and fingerprint = any ($2) for update`,
    [projectId, findings.map(({ fingerprint }) => fingerprint)],
  );
  const byFingerprint = new Map(existing.map((row) => [row.fingerprint, row]));
  return findings.map((finding) => {
    const stored = byFingerprint.get(finding.fingerprint);
    if (!stored) {
      return { finding, action: "create", id: null, key: null };
    }
    const action = stored.publication_status === "draft" ? "update" : "published";
    return { finding, action, id: stored.id, key: stored.key };
  });
}

/** Describes an import without storing anything. */
export async function previewImport(
  query: Query,
  projectId: string,
  result: ImportResult,
): Promise<ImportPreview> {
  return toPreview(await planImport(query, projectId, result.findings), result);
}

function toPreview(
  planned: readonly PlannedFinding[],
  { tool, resultCount, skipped }: ImportResult,
): ImportPreview {
  const counts = { create: 0, update: 0, published: 0 };
  for (const { action } of planned) {
    counts[action] += 1;
  }
  return {
    tool,
    resultCount,
    skipped,
    counts,
    findings: planned.slice(0, MAX_PREVIEWED).map(({ finding, action, key }) => ({
      title: finding.title,
      severity: finding.severity,
      resultCount: finding.resultCount,
      action,
      key,
    })),
  };
}

/**
 * Stores the new findings as drafts, and replaces the evidence of the drafts from an earlier import, even if an
 * administrator edited it. The other texts of a draft stay. Returns null if the project does not exist.
 */
export async function storeImport(
  query: Query,
  projectId: string,
  result: ImportResult,
  today: CalendarDate,
): Promise<ImportPreview | null> {
  const [project] = await query("select client_id from public.projects where id = $1", [projectId]);
  if (!project) {
    return null;
  }
  // Import into a project sequentially, so that two imports at the same time do not create the same findings.
  await query("select pg_advisory_xact_lock(hashtextextended('finding import ' || $1, 0))", [projectId]);
  const planned = await planImport(query, projectId, result.findings);
  const created = planned.filter(({ action }) => action === "create").map(({ finding }) => finding);
  const updated = planned.filter(({ action }) => action === "update");
  for (const batch of toBatches(created)) {
    await insertDrafts(query, { projectId, clientId: project.client_id, today }, batch);
  }
  for (const batch of toBatches(updated)) {
    await query(
      `update endpoints.findings as draft set evidence = row.evidence
         from jsonb_to_recordset($1::jsonb) as row (id uuid, evidence text)
        where draft.id = row.id`,
      [JSON.stringify(batch.map(({ id, finding }) => ({ id, evidence: finding.evidence })))],
    );
  }
  return toPreview(planned, result);
}

async function insertDrafts(
  query: Query,
  { projectId, clientId, today }: { projectId: string; clientId: string; today: CalendarDate },
  drafts: readonly ImportedFinding[],
): Promise<void> {
  await query(
    `insert into endpoints.findings
       (project_id, client_id, title, severity, affected_asset, description, evidence, recommendation, tags,
        found_on, fingerprint)
     select $1, $2, row.title, row.severity, row."affectedAsset", row.description, row.evidence,
            row.recommendation, row.tags, $3, row.fingerprint
       from jsonb_to_recordset($4::jsonb) as row
            (title text, severity text, "affectedAsset" text, description text, evidence text,
             recommendation text, tags text[], fingerprint text)`,
    [projectId, clientId, today, JSON.stringify(drafts)],
  );
  await query(
    `insert into endpoints.finding_mappings (finding_id, taxonomy, version, entry_id, name)
     select distinct finding.id, entry.taxonomy, entry.version, entry.id, entry.name
       from jsonb_to_recordset($2::jsonb) as row (fingerprint text, mappings jsonb)
       cross join jsonb_to_recordset(row.mappings) as mapping (taxonomy text, version text, id text)
       join public.findings as finding on finding.project_id = $1 and finding.fingerprint = row.fingerprint
       join public.taxonomy_entries as entry
         on entry.taxonomy = mapping.taxonomy and entry.version = mapping.version and entry.id = mapping.id`,
    [projectId, JSON.stringify(drafts.map(({ fingerprint, mappings }) => ({ fingerprint, mappings })))],
  );
}

function toBatches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}
