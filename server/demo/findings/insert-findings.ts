import { brand } from "#brand";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { TAXONOMIES, TAXONOMY_VERSIONS } from "#domain/findings/taxonomy.ts";
import type { Query } from "#server/database/database.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { computeCvssScore } from "#server/findings/cvss-score.ts";
import { ASSESSMENTS, insertAssessment } from "./assessments.ts";
import { CLINICAL_ASSISTANT } from "./clinical-assistant.ts";
import type { DemoFinding, DemoProjectFindings } from "./demo-finding.ts";
import { correctFinding, type HistoryContext, performStep, publishFinding } from "./history.ts";
import { MODEL_INVENTORY } from "./model-inventory.ts";
import { completeRetest, requestRetest } from "./retests.ts";

/** Inserts findings and assessments in two projects of the first demo client. Skips those that exist. */
export async function insertFindings(query: Query, now: Date): Promise<void> {
  await insertProjectFindings(query, now, MODEL_INVENTORY);
  await insertProjectFindings(query, now, CLINICAL_ASSISTANT);
  for (const assessment of ASSESSMENTS) {
    await insertAssessment(query, now, assessment);
  }
}

async function insertProjectFindings(
  query: Query,
  now: Date,
  { projectName, findings, retests }: DemoProjectFindings,
): Promise<void> {
  const [project] = await query(
    `select project.id, project.client_id, client.user_id as owner_id,
            private.member_name(client.id, client.user_id) as owner,
            engineer.user_id as engineer_id, engineer.name as engineer
       from public.projects as project
       join public.clients as client on client.id = project.client_id
       join public.users as account on account.id = client.user_id
       join public.client_members as engineer on engineer.client_id = client.id and engineer.role = 'technical'
      where lower(account.email) = lower($1) and project.project_name = $2
        and not exists (select from public.findings as existing where existing.project_id = project.id)`,
    [DEMO_CLIENTS[0]?.email ?? "", projectName],
  );
  if (!project) {
    return;
  }
  const context: HistoryContext = {
    query,
    now,
    owner: { id: project.owner_id, name: project.owner },
    engineer: { id: project.engineer_id, name: project.engineer },
  };

  const ids: string[] = [];
  for (const finding of findings) {
    ids.push(await insertDraft(context, project, finding));
  }
  // Perform all steps of the project in their order, because retests depend on the statuses of several findings.
  const steps: { daysAgo: number; perform: () => Promise<void> }[] = [];
  for (const [index, finding] of findings.entries()) {
    const id = ids[index] ?? "";
    const { publishedDaysAgo, correction, history = [] } = finding;
    if (publishedDaysAgo !== null) {
      steps.push({
        daysAgo: publishedDaysAgo,
        perform: () => publishFinding(context, id, publishedDaysAgo),
      });
    }
    if (correction) {
      steps.push({ daysAgo: correction.daysAgo, perform: () => correctFinding(context, id, finding) });
    }
    for (const step of history) {
      steps.push({ daysAgo: step.daysAgo, perform: () => performStep(context, id, step) });
    }
  }
  for (const [index, retest] of retests.entries()) {
    const round = { projectId: project.id, number: index + 1, findingIds: ids, retest };
    steps.push({ daysAgo: retest.requestedDaysAgo, perform: () => requestRetest(context, round) });
    if (retest.completed) {
      steps.push({ daysAgo: retest.completed.daysAgo, perform: () => completeRetest(context, round) });
    }
  }
  for (const { perform } of steps.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    await perform();
  }
  await insertViews(context, project.id);
}

async function insertDraft(
  { query, now }: HistoryContext,
  project: { id: string; client_id: string },
  finding: DemoFinding,
): Promise<string> {
  const { severity, cvssVector, description } = finding.correction?.before ?? finding;
  const foundAt = new Date(now.getTime() - finding.foundDaysAgo * 86_400_000);
  const [inserted] = await query(
    `insert into public.findings
       (project_id, client_id, title, severity, cvss_vector, cvss_score, affected_asset, description, impact, evidence,
        reproduction_steps, recommendation, tags, tester, found_on, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     returning id`,
    [
      project.id,
      project.client_id,
      finding.title,
      severity,
      cvssVector ?? null,
      cvssVector ? computeCvssScore(cvssVector) : null,
      finding.affectedAsset,
      description,
      finding.impact,
      finding.evidence,
      finding.reproductionSteps,
      finding.recommendation,
      finding.tags,
      finding.tester,
      dateInTimeZone(foundAt, brand.timeZone),
      foundAt,
    ],
  );
  if (!inserted) {
    throw new Error("the finding was not inserted");
  }
  await insertMappings(query, inserted.id, finding.mappings);
  return inserted.id;
}

async function insertMappings(
  query: Query,
  findingId: string,
  mappings: DemoFinding["mappings"],
): Promise<void> {
  for (const taxonomy of TAXONOMIES) {
    await query(
      `insert into public.finding_mappings (finding_id, taxonomy, version, entry_id, name)
       select $1, entry.taxonomy, entry.version, entry.id, entry.name
         from public.taxonomy_entries as entry
        where entry.taxonomy = $2 and entry.version = $3 and entry.id = any ($4)`,
      [findingId, taxonomy, TAXONOMY_VERSIONS[taxonomy], mappings[taxonomy] ?? []],
    );
  }
}

/** The owner opened all findings two days ago, so that only those with later news are unread. */
async function insertViews({ query, now, owner }: HistoryContext, projectId: string): Promise<void> {
  await query(
    `insert into public.finding_views (finding_id, client_id, user_id, viewed_at)
     select finding.id, finding.client_id, $2, $3::timestamptz - interval '2 days'
       from public.findings as finding
      where finding.project_id = $1 and finding.publication_status <> 'draft'`,
    [projectId, owner.id, now],
  );
}
