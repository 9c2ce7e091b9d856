import { brand } from "#brand";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { formatFindingKey } from "#domain/findings/finding-key.ts";
import type { Query } from "#server/database/database.ts";

type NextKey = { id: string; number: number; key: string };

/**
 * Publishes drafts with the next keys of their projects, and dates the publication.
 * @returns false if one of the findings is not a draft. The caller then rolls back.
 */
export async function publishFindings(
  query: Query,
  ids: readonly string[],
  publishedOn: CalendarDate,
): Promise<boolean> {
  const drafts = await nextFindingKeys(query, ids);
  if (drafts.length < ids.length) {
    return false;
  }
  const published = await query(
    `update endpoints.findings as finding
        set publication_status = 'published', published_on = $2, number = draft.number, key = draft.key
       from jsonb_to_recordset($1::jsonb) as draft (id uuid, number integer, key text)
      where finding.id = draft.id and finding.publication_status = 'draft'
     returning finding.id`,
    [JSON.stringify(drafts), publishedOn],
  );
  return published.length === ids.length;
}

/**
 * The keys that drafts get when they are published in this transaction, the most severe first. Drafts have no keys
 * before that, because gaps between the keys would show clients that drafts exist.
 */
export async function nextFindingKeys(query: Query, ids: readonly string[]): Promise<NextKey[]> {
  const projects = await query("select distinct project_id from public.findings where id = any ($1)", [ids]);
  await lockFindingKeys(
    query,
    projects.map(({ project_id: id }) => id),
  );
  const drafts = await query(
    `select finding.id, project.number as project_number,
            coalesce((select max(published.number) from public.findings as published
                       where published.project_id = project.id), 0)
              + (row_number() over (partition by project.id
                                    order by finding.severity_rank, finding.created_at, finding.id))::integer as number
       from public.findings as finding
       join public.projects as project on project.id = finding.project_id
      where finding.id = any ($1) and finding.publication_status = 'draft'`,
    [ids],
  );
  return drafts.map(({ id, project_number: projectNumber, number }) => ({
    id,
    number,
    key: formatFindingKey(brand.findingPrefix, projectNumber, number),
  }));
}

/** Waits until no other transaction publishes or imports findings of these projects. */
export async function lockFindingKeys(query: Query, projectIds: readonly string[]): Promise<void> {
  // The order prevents two transactions from waiting for each other.
  await query(
    `select pg_advisory_xact_lock(hashtextextended('finding keys ' || project.id, 0))
       from (select unnest($1::uuid[]) as id order by 1) as project`,
    [projectIds],
  );
}
