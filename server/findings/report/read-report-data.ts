import { brand } from "#brand";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { getFindingState } from "#domain/findings/finding-state.ts";
import { describeEvent } from "#domain/findings/history.ts";
import type { AssessmentDetails } from "#domain/findings/report/assessment.ts";
import type {
  ReportData,
  ReportedChange,
  ReportedFinding,
  ReportedRetest,
} from "#domain/findings/report/report.ts";
import { toReportedEntries } from "#domain/findings/report/reported-entries.ts";
import type { Query } from "#server/database/database.ts";

/** The events in the change log of a report. The others describe how the client works on a finding. */
const REPORTED_ACTIONS = [
  "published",
  "corrected",
  "withdrawn",
  "restored",
  "due-date-changed",
  "retested",
  "acceptance-approved",
  "acceptance-revoked",
  "acceptance-expired",
];

/** A project, its assessment and its published findings, as `query` can read them. */
export type ProjectReport = {
  project: { id: string; clientId: string; number: number; name: string };
  data: ReportData;
};

/**
 * Reads everything that the report of a project contains. Drafts are left out.
 * @returns null if `query` cannot read the project, or if no one has described the assessment
 */
export async function readReportData(query: Query, projectId: string): Promise<ProjectReport | null> {
  const [row] = await query(
    `select project.client_id, project.number, project.project_name, client.company, assessment.system,
            assessment.environment, assessment.engagement_reference, assessment.test_type, assessment.started_on::text,
            assessment.ended_on::text, assessment.testers, assessment.in_scope, assessment.out_of_scope, assessment.methodology,
            assessment.summary, assessment.approach, assessment.updated_at
       from public.projects as project
       join public.clients as client on client.id = project.client_id
       join public.assessments as assessment on assessment.project_id = project.id
      where project.id = $1`,
    [projectId],
  );
  if (!row) {
    return null;
  }
  const assessment: AssessmentDetails = {
    system: row.system,
    environment: row.environment,
    engagementReference: row.engagement_reference,
    testType: row.test_type,
    startedOn: row.started_on,
    endedOn: row.ended_on,
    testers: row.testers,
    inScope: row.in_scope,
    outOfScope: row.out_of_scope,
    methodology: row.methodology,
    summary: row.summary,
    approach: row.approach,
  };
  const findings = await readFindings(query, projectId);
  const changes = await readChanges(query, projectId);
  const testedEntries = await query(
    `select tested.taxonomy, tested.version, tested.entry_id, entry.name
       from public.tested_entries as tested
       join public.taxonomy_entries as entry
         on entry.taxonomy = tested.taxonomy and entry.version = tested.version and entry.id = tested.entry_id
      where tested.project_id = $1
      order by tested.taxonomy, tested.version, entry.position`,
    [projectId],
  );
  const [latest] = await query(
    `select max(event.at) as at
       from public.finding_events as event
       join public.findings as finding on finding.id = event.finding_id and finding.client_id = event.client_id
      where finding.project_id = $1 and finding.publication_status <> 'draft'`,
    [projectId],
  );
  const changedAt = latest?.at && latest.at > row.updated_at ? latest.at : row.updated_at;
  return {
    project: { id: projectId, clientId: row.client_id, number: row.number, name: row.project_name },
    data: {
      company: row.company,
      projectName: row.project_name,
      asOf: toFirmDate(changedAt),
      assessment,
      findings,
      testedEntries: toReportedEntries(testedEntries),
      changes,
    },
  };
}

async function readFindings(query: Query, projectId: string): Promise<ReportedFinding[]> {
  const rows = await query(
    `select finding.id, finding.key, finding.title, finding.severity, finding.remediation_status, finding.verdict,
            finding.cvss_vector, finding.cvss_score, finding.affected_asset, finding.description, finding.impact,
            finding.evidence, finding.reproduction_steps, finding.recommendation, finding.tags, finding.tester,
            finding.found_on::text, finding.published_on::text, finding.due_on::text, finding.version, acceptance.expires_on::text,
            round.status as retest_status
       from public.findings as finding
       left join public.risk_acceptances as acceptance
         on acceptance.finding_id = finding.id and acceptance.client_id = finding.client_id
            and acceptance.status = 'approved'
       left join public.retest_findings as listed on listed.finding_id = finding.id and listed.is_active
       left join public.retest_rounds as round on round.id = listed.round_id
      where finding.project_id = $1 and finding.publication_status = 'published'
      order by finding.severity_rank, finding.number`,
    [projectId],
  );
  const mappings = await query(
    `select mapping.finding_id, mapping.taxonomy, mapping.version, mapping.entry_id, mapping.name
       from public.finding_mappings as mapping
       join public.findings as finding on finding.id = mapping.finding_id
       join public.taxonomy_entries as entry
         on entry.taxonomy = mapping.taxonomy and entry.version = mapping.version and entry.id = mapping.entry_id
      where finding.project_id = $1 and finding.publication_status = 'published'
      order by mapping.taxonomy, mapping.version, entry.position`,
    [projectId],
  );
  const mappingsByFinding = Map.groupBy(mappings, ({ finding_id }) => finding_id);
  const retests = await readRetests(query, projectId);
  return rows.flatMap((row): ReportedFinding[] =>
    row.published_on
      ? [
          {
            key: row.key,
            title: row.title,
            severity: row.severity,
            state: getFindingState({
              publicationStatus: "published",
              remediationStatus: row.remediation_status,
              verdict: row.verdict,
            }),
            activeRetest: row.retest_status,
            cvss:
              row.cvss_vector && row.cvss_score !== null
                ? { vector: row.cvss_vector, score: row.cvss_score }
                : null,
            affectedAsset: row.affected_asset,
            description: row.description,
            impact: row.impact,
            evidence: row.evidence,
            reproductionSteps: row.reproduction_steps,
            recommendation: row.recommendation,
            tags: row.tags,
            tester: row.tester,
            foundOn: row.found_on,
            publishedOn: row.published_on,
            dueOn: row.due_on,
            version: row.version,
            riskAcceptedUntil: row.expires_on,
            mappings: toReportedEntries(mappingsByFinding.get(row.id) ?? []),
            retests: retests.get(row.id) ?? [],
          },
        ]
      : [],
  );
}

/** The results of completed rounds by finding, in chronological order. */
async function readRetests(query: Query, projectId: string): Promise<Map<string, ReportedRetest[]>> {
  const rows = await query(
    `select result.finding_id, round.number, result.tested_on::text, result.verdict, result.evidence, result.tester
       from public.retest_results as result
       join public.retest_rounds as round on round.id = result.round_id
      where round.project_id = $1 and round.status = 'completed'
      order by round.number`,
    [projectId],
  );
  const retests = new Map<string, ReportedRetest[]>();
  for (const row of rows) {
    const ofFinding = retests.get(row.finding_id) ?? [];
    ofFinding.push({
      round: row.number,
      testedOn: row.tested_on,
      verdict: row.verdict,
      evidence: row.evidence,
      tester: row.tester,
    });
    retests.set(row.finding_id, ofFinding);
  }
  return retests;
}

async function readChanges(query: Query, projectId: string): Promise<ReportedChange[]> {
  const rows = await query(
    `select finding.key, event.at, event.action, event.from_value, event.to_value,
            case when event.action in ('corrected', 'withdrawn') then event.note else '' end as note
       from public.finding_events as event
       join public.findings as finding on finding.id = event.finding_id and finding.client_id = event.client_id
      where finding.project_id = $1 and finding.publication_status <> 'draft' and event.action = any ($2::text[])
      order by event.at, event.id`,
    [projectId, REPORTED_ACTIONS],
  );
  return rows.map(({ key, at, action, from_value: fromValue, to_value: toValue, note }) => ({
    date: toFirmDate(at),
    text: [`${key}: ${describeEvent({ action, fromValue, toValue })}`, note].filter(Boolean).join(". "),
  }));
}

function toFirmDate(value: Date): CalendarDate {
  return dateInTimeZone(new Date(toInstant(value)), brand.timeZone);
}
