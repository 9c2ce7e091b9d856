import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Area } from "#app/api/client/area.ts";
import { commentsQuery, type Finding, retestsQuery } from "#app/api/shared/findings.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { SeverityBadge } from "./severity-badge.tsx";
import { DeadlineBadge, StateBadges } from "./state-badge.tsx";

export const SUMMARY_LINK_CLASSES =
  "inline-flex min-h-6 items-center rounded-small text-13 text-muted underline hover:text-accent pointer-coarse:min-h-11 print:hidden";

type FindingSummaryProps = {
  area: Area;
  finding: Finding;
  canComment: boolean;
  /** Additional links to sections of the page. */
  children?: ReactNode;
};

/** The severity, status and deadline of a finding, with a link to its comments. Shown below the title. */
export function FindingSummary({ area, finding, canComment, children }: FindingSummaryProps) {
  const { data: comments } = useQuery(commentsQuery(area, finding.id));
  const { data: retests } = useQuery(retestsQuery(area, finding.id));
  const retest = retests?.find(({ is_active: isActive }) => isActive);
  const { state, due_on: dueOn, publication_status: status } = finding;
  return (
    <div className="-mt-3 mb-6 flex flex-wrap items-center gap-x-5 gap-y-1 pointer-coarse:gap-y-0">
      <SeverityBadge severity={finding.severity} />
      <StateBadges state={state} retest={retest?.round.status} />
      {dueOn && isOpenState(state) && (
        <span className="flex flex-wrap items-center gap-x-3 text-13 text-muted">
          <span className="tabular whitespace-nowrap">Due {formatDate(dueOn)}</span>
          <DeadlineBadge finding={finding} today={firmToday(new Date())} />
        </span>
      )}
      {status !== "draft" && comments && (canComment || comments.length > 0) && (
        <a href="#finding-comments" className={SUMMARY_LINK_CLASSES}>
          {comments.length === 0 ? "Add a comment" : formatCount(comments.length, "comment")}
        </a>
      )}
      {children}
    </div>
  );
}
