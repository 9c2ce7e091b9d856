import type { WaitingFindings } from "#app/api/admin/findings.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { lateSince, overdueBadge } from "#domain/firm/attention.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { FINDINGS_PATH, RETESTS_PATH } from "../../shell/admin-pages.ts";
import type { LinkedItem } from "./linked-item.ts";

/** One item per requested retest, per dispute and per finding with an unanswered comment, and one for all overdue findings. */
export function findingItems(
  { retests, disputes, comments, overdueCount, oldestDeadline }: WaitingFindings,
  now: Date,
  timeZone: string,
): LinkedItem[] {
  return [
    ...retests.map(
      ({ id, requested_at, projects: project, retest_findings }): LinkedItem => ({
        kind: "retest",
        key: `retest-${id}`,
        title: project.clients.company,
        details: `Retest of ${formatCount(retest_findings.length, "finding")}: ${project.project_name}`,
        badge: { label: `Requested ${formatRelativeTime(requested_at, now, timeZone)}`, tone: "warning" },
        since: requested_at,
        to: `${RETESTS_PATH}/${id}`,
      }),
    ),
    ...disputes.map(
      ({ id, key, title, projects: project }): LinkedItem => ({
        kind: "dispute",
        key: `dispute-${id}`,
        title: project.clients.company,
        details: `Disputes ${key}: ${title}`,
        badge: { label: "Answer needed", tone: "warning" },
        since: null,
        to: `${FINDINGS_PATH}/${id}`,
      }),
    ),
    ...comments.map(
      ({ finding_id, created_at, findings: { key, title, projects: project } }): LinkedItem => ({
        kind: "findingComment",
        key: `finding-comment-${finding_id}`,
        title: project.clients.company,
        details: `Comment on ${key}: ${title}`,
        badge: { label: formatRelativeTime(created_at, now, timeZone), tone: "neutral" },
        since: created_at,
        to: `${FINDINGS_PATH}/${finding_id}`,
      }),
    ),
    ...(oldestDeadline
      ? [
          {
            kind: "overdueFindings" as const,
            key: "overdue-findings",
            title: `${formatCount(overdueCount, "finding")} overdue`,
            details: "Not fixed by the deadline",
            badge: overdueBadge(overdueCount, oldestDeadline, firmToday(now)),
            since: lateSince(oldestDeadline),
            to: `${FINDINGS_PATH}?status=overdue&sort=due_on`,
          },
        ]
      : []),
  ];
}
