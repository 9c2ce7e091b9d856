import type { SaveAssessment } from "#domain/findings/report/reports-api.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

/** Saves what was tested in a project. Returns false if the caller cannot read the project. */
export async function saveAssessment(
  query: Query,
  projectId: string,
  { details, testedEntries }: SaveAssessment,
): Promise<boolean> {
  const [project] = await query("select client_id from public.projects where id = $1 for key share", [
    projectId,
  ]);
  if (!project) {
    return false;
  }
  await query(
    `insert into endpoints.assessments
            (project_id, client_id, system, environment, engagement_reference, test_type, started_on, ended_on, testers,
             in_scope, out_of_scope, methodology, summary, approach)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (project_id) do update
        set system = excluded.system, environment = excluded.environment,
            engagement_reference = excluded.engagement_reference, test_type = excluded.test_type,
            started_on = excluded.started_on, ended_on = excluded.ended_on, testers = excluded.testers,
            in_scope = excluded.in_scope, out_of_scope = excluded.out_of_scope, methodology = excluded.methodology,
            summary = excluded.summary, approach = excluded.approach`,
    [
      projectId,
      project.client_id,
      details.system,
      details.environment,
      details.engagementReference,
      details.testType,
      details.startedOn,
      details.endedOn,
      details.testers,
      details.inScope,
      details.outOfScope,
      details.methodology,
      details.summary,
      details.approach,
    ],
  );
  await replaceTestedEntries(query, projectId, { clientId: project.client_id, testedEntries });
  return true;
}

async function replaceTestedEntries(
  query: Query,
  projectId: string,
  { clientId, testedEntries }: { clientId: string; testedEntries: SaveAssessment["testedEntries"] },
): Promise<void> {
  await query("delete from endpoints.tested_entries where project_id = $1", [projectId]);
  const inserted = await query(
    `insert into endpoints.tested_entries (project_id, client_id, taxonomy, version, entry_id)
     select $1, $2, entry.taxonomy, entry.version, entry.id
       from (select distinct selected.taxonomy, selected.version, selected.id
               from unnest($3::text[], $4::text[], $5::text[]) as selected (taxonomy, version, id)) as selected
       join public.taxonomy_entries as entry
         on entry.taxonomy = selected.taxonomy and entry.version = selected.version and entry.id = selected.id
     returning entry_id`,
    [
      projectId,
      clientId,
      testedEntries.map(({ taxonomy }) => taxonomy),
      testedEntries.map(({ version }) => version),
      testedEntries.map(({ id }) => id),
    ],
  );
  const keys = new Set(testedEntries.map(({ taxonomy, version, id }) => `${taxonomy} ${version} ${id}`));
  if (inserted.length < keys.size) {
    throw new ApiError(
      400,
      "unknown_entry",
      "Some of the tested items don't exist. Reload the page and try again.",
    );
  }
}
