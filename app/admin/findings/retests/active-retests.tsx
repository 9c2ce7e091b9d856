import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { activeRetestsQuery } from "#app/api/admin/retests.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { RETEST_STATUS_BADGES } from "#domain/findings/retest.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { RETESTS_PATH } from "../../shell/admin-pages.ts";

const VISIBLE_RETESTS = 2;

/** The retests that are requested or in progress, the oldest first. Renders nothing without any. */
export function ActiveRetests() {
  const { data: retests = [] } = useQuery(activeRetestsQuery());
  const [isExpanded, setIsExpanded] = useState(false);
  if (retests.length === 0) {
    return null;
  }
  return (
    <Card aria-labelledby="active-retests" className="mb-6">
      <CardHeader title={<span id="active-retests">Retests</span>} />
      <ul className="grid gap-3">
        {retests
          .slice(0, isExpanded ? undefined : VISIBLE_RETESTS)
          .map(({ id, number, status, requester, requested_at, projects, retest_findings }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-14">
              <span>
                <Link
                  to={`${RETESTS_PATH}/${id}`}
                  className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
                >
                  {projects.project_name}, retest {number}
                </Link>
                <span className="block text-13 text-muted">
                  {projects.clients.company} · {formatCount(retest_findings.length, "finding")} ·{" "}
                  {requester ? `requested by ${requester}, ` : "requested "}
                  <TimeStamp at={requested_at} />
                </span>
              </span>
              <Badge tone={RETEST_STATUS_BADGES[status].tone}>{RETEST_STATUS_BADGES[status].label}</Badge>
            </li>
          ))}
      </ul>
      {retests.length > VISIBLE_RETESTS && (
        <ExpandButton className="mt-3" isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded ? "Show fewer retests" : `Show all ${retests.length} retests`}
        </ExpandButton>
      )}
    </Card>
  );
}
