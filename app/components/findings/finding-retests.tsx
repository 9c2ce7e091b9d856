import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Area } from "#app/api/client/area.ts";
import { type FindingRetest, retestsQuery } from "#app/api/shared/findings.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import { RETEST_STATUS_BADGES } from "#domain/findings/retest.ts";
import { Markdown } from "./markdown.tsx";
import { TimeStamp } from "./time-stamp.tsx";

type FindingRetestsProps = {
  area: Area;
  findingId: string;
  /** Shown next to the heading. */
  action?: ReactNode;
};

/** The retests of a finding, newest first. Renders nothing without any, unless there is an action. */
export function FindingRetests({ area, findingId, action }: FindingRetestsProps) {
  const { data: retests = [] } = useQuery(retestsQuery(area, findingId));
  if (retests.length === 0 && !action) {
    return null;
  }
  return (
    <Card aria-labelledby="finding-retests">
      <CardHeader title={<span id="finding-retests">Retests</span>} action={action} />
      {retests.length === 0 && <p className="text-14 text-muted">Not retested yet.</p>}
      <ol className="grid gap-5">
        {retests.map((retest) => (
          <li key={retest.round_id}>
            <Retest retest={retest} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Retest({ retest: { round, result } }: { retest: FindingRetest }) {
  const badge = result ? VERDICT_BADGES[result.verdict] : RETEST_STATUS_BADGES[round.status];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
        <span className="font-medium">Retest {round.number}</span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <p className="mt-1 text-13 text-muted">
        {round.requester_role === "admin"
          ? `Started by ${brand.name}`
          : `Requested by ${round.requester || "a member"}`}{" "}
        <TimeStamp at={round.requested_at} />
        {result &&
          ` · Tested on ${formatDate(result.tested_on)}${result.tester ? ` by ${result.tester}` : ""}`}
      </p>
      {round.note && <p className="wrap-anywhere mt-2 whitespace-pre-wrap text-14">{round.note}</p>}
      {result?.evidence && (
        <div className="mt-2">
          <Markdown text={result.evidence} />
        </div>
      )}
    </>
  );
}
