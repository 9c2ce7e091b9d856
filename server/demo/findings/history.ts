import { brand } from "#brand";
import { addDays, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { Query } from "#server/database/database.ts";
import { computeCvssScore } from "#server/findings/cvss-score.ts";
import { nextFindingKeys } from "#server/findings/publish-findings.ts";
import type { DemoFinding, DemoStep } from "./demo-finding.ts";

type Member = { id: string; name: string | null };

/** `owner` and `engineer` are members of the client. The owner works on the findings. */
export type HistoryContext = { query: Query; now: Date; owner: Member; engineer: Member };

type Actor = "owner" | "engineer" | "admin";

export function daysBefore({ now }: HistoryContext, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}

/**
 * Sets who caused the findings' new events, and when. The triggers recorded them for now and the system. Also prevents
 * emails about them.
 */
export async function datePendingEvents(
  context: HistoryContext,
  findingIds: readonly string[],
  at: Date,
  actor: Actor,
): Promise<void> {
  const member = actor === "admin" ? null : context[actor];
  const { query } = context;
  await query(
    `update public.finding_events
        set at = $2, actor_role = $3, actor_id = $4, announced_at = now(),
            actor = coalesce($5, case $3 when 'admin' then (
                               select access.staff_name(id) from public.users where role = 'admin'
                                order by created_at limit 1) end, '')
      where finding_id = any ($1) and announced_at is null`,
    [findingIds, at, member ? "client" : "admin", member?.id ?? null, member?.name ?? null],
  );
}

export async function publishFinding(context: HistoryContext, id: string, daysAgo: number): Promise<void> {
  const { query } = context;
  const at = daysBefore(context, daysAgo);
  const [next] = await nextFindingKeys(query, [id]);
  await query(
    `update public.findings set publication_status = 'published', published_on = $2, number = $3, key = $4
      where id = $1`,
    [id, dateInTimeZone(at, brand.timeZone), next?.number ?? null, next?.key ?? ""],
  );
  await dateVersion(context, id, at);
  await datePendingEvents(context, [id], at, "admin");
}

/** Replaces the first version of the finding with the current one. */
export async function correctFinding(
  context: HistoryContext,
  id: string,
  { severity, cvssVector, description, correction }: DemoFinding,
): Promise<void> {
  const { query } = context;
  const at = daysBefore(context, correction?.daysAgo ?? 0);
  await query(
    `update public.findings
        set severity = $2, cvss_vector = $3, cvss_score = $4, description = $5, correction_note = $6
      where id = $1`,
    [
      id,
      severity,
      cvssVector ?? null,
      cvssVector ? computeCvssScore(cvssVector) : null,
      description,
      correction?.note ?? "",
    ],
  );
  await dateVersion(context, id, at);
  await datePendingEvents(context, [id], at, "admin");
}

async function dateVersion({ query }: HistoryContext, id: string, at: Date): Promise<void> {
  await query(
    `update public.finding_versions as recorded set created_at = $2
       from public.findings as finding
      where finding.id = $1 and recorded.finding_id = finding.id and recorded.version = finding.version`,
    [id, at],
  );
}

export async function performStep(context: HistoryContext, id: string, step: DemoStep): Promise<void> {
  const at = daysBefore(context, step.daysAgo);
  const actor = await changeFinding(context, id, step, at);
  await datePendingEvents(context, [id], at, actor);
}

/** @returns who caused the change. */
async function changeFinding(
  { query, now, owner, engineer }: HistoryContext,
  id: string,
  step: DemoStep,
  at: Date,
): Promise<Actor> {
  const today = firmToday(now);
  switch (step.action) {
    case "change-status":
      await query(
        "update public.findings set remediation_status = $2, status_reason = coalesce($3, status_reason) where id = $1",
        [id, step.status, step.reason ?? null],
      );
      return "owner";
    case "plan":
      await query("update public.findings set assignee_id = $2, planned_on = $3 where id = $1", [
        id,
        owner.id,
        addDays(today, step.inDays),
      ]);
      return "owner";
    case "request-acceptance": {
      const expiresOn = addDays(today, step.expiresInDays);
      const requester = step.by === "owner" ? owner : engineer;
      await query(
        `insert into public.risk_acceptances (finding_id, client_id, reason, expires_on, requested_by, requester, requested_at)
         select finding.id, finding.client_id, $2, $3, $4, coalesce($5, ''), $6
           from public.findings as finding where finding.id = $1`,
        [id, step.reason, expiresOn, requester.id, requester.name, at],
      );
      await query(
        `select private.record_finding_event(finding, 'acceptance-requested', null, $2, $3)
           from public.findings as finding where finding.id = $1`,
        [id, expiresOn, step.reason],
      );
      return step.by;
    }
    case "approve-acceptance":
      await query(
        `update public.risk_acceptances
            set status = 'approved', decided_by = $2, decider = coalesce($3, ''), decided_at = $4, decision_note = $5
          where finding_id = $1 and status = 'requested'`,
        [id, owner.id, owner.name, at, step.note],
      );
      await query("update public.findings set remediation_status = 'risk_accepted' where id = $1", [id]);
      await query(
        `select private.record_finding_event(finding, 'acceptance-approved', null, acceptance.expires_on::text, $2)
           from public.findings as finding
           join public.risk_acceptances as acceptance on acceptance.finding_id = finding.id
          where finding.id = $1`,
        [id, step.note],
      );
      return "owner";
    case "answer-dispute":
      await query(
        "update public.findings set remediation_status = 'open', dispute_answer = $2 where id = $1",
        [id, step.answer],
      );
      return "admin";
    case "change-due-date":
      await query("update public.findings set due_on = $2 where id = $1", [id, addDays(today, step.inDays)]);
      return "admin";
    case "withdraw":
      await query(
        "update public.findings set publication_status = 'withdrawn', withdrawal_reason = $2 where id = $1",
        [id, step.reason],
      );
      return "admin";
    case "comment":
      await query(
        `insert into public.finding_comments
           (finding_id, client_id, author_role, author_id, body, created_at, announced_at)
         select finding.id, finding.client_id, $2,
                case $2 when 'client' then $3
                        else (select id from public.users where role = 'admin' order by created_at limit 1) end,
                $4, $5, now()
           from public.findings as finding where finding.id = $1`,
        [id, step.by, owner.id, step.body, at],
      );
      return step.by === "client" ? "owner" : "admin";
  }
}
