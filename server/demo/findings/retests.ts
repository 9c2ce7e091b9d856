import { brand } from "#brand";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { DemoRetest } from "./demo-finding.ts";
import { datePendingEvents, daysBefore, type HistoryContext } from "./history.ts";

type Round = {
  projectId: string;
  number: number;
  /** The ids of the project's findings, in the order of their numbers. */
  findingIds: readonly string[];
  retest: DemoRetest;
};

/** The same changes as `endpoints.request_retest()`, which requires a caller. */
export async function requestRetest(
  context: HistoryContext,
  { projectId, number, findingIds, retest }: Round,
): Promise<void> {
  const { query, owner } = context;
  const at = daysBefore(context, retest.requestedDaysAgo);
  const selected = retest.findings.map((finding) => findingIds[finding - 1] ?? "");
  await query(
    `insert into public.retest_rounds
       (project_id, client_id, number, requester_role, requested_by, requester, note, requested_at)
     select project.id, project.client_id, $2, 'client', $3, coalesce($4, ''), $5, $6
       from public.projects as project where project.id = $1`,
    [projectId, number, owner.id, owner.name, retest.note, at],
  );
  await query(
    `insert into public.retest_findings (round_id, project_id, finding_id, status_before)
     select round.id, round.project_id, finding.id, finding.remediation_status
       from public.retest_rounds as round
       join public.findings as finding on finding.id = any ($3::uuid[])
      where round.project_id = $1 and round.number = $2`,
    [projectId, number, selected],
  );
  await query(
    `update public.findings set remediation_status = 'ready_for_retest'
      where id = any ($1) and remediation_status in ('open', 'in_progress')`,
    [selected],
  );
  await query(
    `select private.record_finding_event(finding, 'retest-requested', null, null, $2)
       from public.findings as finding where finding.id = any ($1)`,
    [selected, retest.note],
  );
  await datePendingEvents(context, selected, at, "owner");
}

/** The same changes as `endpoints.start_retest()` and `endpoints.complete_retest()`, which require a caller. */
export async function completeRetest(
  context: HistoryContext,
  { projectId, number, findingIds, retest: { completed } }: Round,
): Promise<void> {
  const { query } = context;
  const [round] = await query(
    "select id from public.retest_rounds where project_id = $1 and number = $2 and status = 'requested'",
    [projectId, number],
  );
  if (!round || !completed) {
    throw new Error("the retest was not requested");
  }
  const startedAt = daysBefore(context, completed.startedDaysAgo);
  const endedAt = daysBefore(context, completed.daysAgo);
  const results = completed.results.map((result) => ({
    ...result,
    id: findingIds[result.finding - 1] ?? "",
  }));
  const tested = results.map(({ id }) => id);

  await query("update public.retest_rounds set status = 'in_progress', started_at = $2 where id = $1", [
    round.id,
    startedAt,
  ]);
  await query(
    `select private.record_finding_event(finding, 'retest-started')
       from public.findings as finding where finding.id = any ($1)`,
    [tested],
  );
  await datePendingEvents(context, tested, startedAt, "admin");

  for (const { id, verdict, evidence } of results) {
    await query(
      `insert into public.retest_results (round_id, finding_id, verdict, evidence, tested_on, tester)
       values ($1, $2, $3, $4, $5, $6)`,
      [round.id, id, verdict, evidence, dateInTimeZone(endedAt, brand.timeZone), completed.tester],
    );
  }
  await query("update public.retest_rounds set status = 'completed', ended_at = $2 where id = $1", [
    round.id,
    endedAt,
  ]);
  await query("update public.retest_findings set is_active = false where round_id = $1", [round.id]);
  await query(
    `update public.findings as finding
        set verdict = result.verdict,
            remediation_status = case result.verdict when 'fixed' then finding.remediation_status else 'open' end
       from public.retest_results as result
      where result.round_id = $1 and finding.id = result.finding_id`,
    [round.id],
  );
  // The trigger sets the current time when the verdict changes, so this is a second update.
  await query("update public.findings set closed_at = $2 where id = any ($1) and closed_at is not null", [
    tested,
    endedAt,
  ]);
  await query(
    `select private.record_finding_event(finding, 'retested', null, result.verdict)
       from public.retest_results as result
       join public.findings as finding on finding.id = result.finding_id
      where result.round_id = $1`,
    [round.id],
  );
  await datePendingEvents(context, tested, endedAt, "admin");
}
