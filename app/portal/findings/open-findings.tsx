import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ListedFinding, ownFindingEventsQuery } from "#app/api/portal/findings.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Card } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { countOpen } from "#domain/findings/finding-filter.ts";
import { countOpenByWeek } from "#domain/findings/open-over-time.ts";
import { SEVERITIES, SEVERITY_LABELS, type Severity } from "#domain/findings/severity.ts";
import { useCurrentClient } from "../current-client.ts";
import { OpenFindingsChart } from "./open-findings-chart.tsx";
import { SEVERITY_FILLS } from "./severity-fills.ts";

const WEEKS = 12;
const PERIOD = `At the end of each of the last ${WEEKS} weeks`;

type OpenFindingsProps = {
  findings: readonly ListedFinding[];
  today: CalendarDate;
  onSelect: (severity: Severity) => void;
};

/** The open findings by severity, now and in the last weeks. On phones, a button shows the chart. */
export function OpenFindings({ findings, today, onSelect }: OpenFindingsProps) {
  const { id } = useCurrentClient();
  const { data: events } = useQuery(ownFindingEventsQuery(id));
  const [isExpanded, setIsExpanded] = useState(false);
  const points =
    events &&
    countOpenByWeek(events, new Map(findings.map((finding) => [finding.id, finding.severity])), {
      today,
      weeks: WEEKS,
      timeZone: brand.timeZone,
    });
  return (
    <Card aria-labelledby="open-findings" className="max-sm:p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 max-sm:pt-1 max-sm:pr-1 max-sm:pl-4 sm:mb-4 sm:items-baseline sm:justify-start">
        <h2 id="open-findings" className="text-16 sm:text-18">
          Open findings
        </h2>
        {points && (
          <>
            <p className="text-13 text-muted max-sm:hidden">{PERIOD}</p>
            <Button
              size="small"
              tone="quiet"
              className="sm:hidden"
              aria-expanded={isExpanded}
              aria-controls="open-findings-chart"
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {isExpanded ? "Hide chart" : "Show chart"}
            </Button>
          </>
        )}
      </div>
      <div className="gap-6 sm:flex sm:flex-row-reverse sm:items-end">
        <SeverityCounts findings={findings} onSelect={onSelect} />
        {points && (
          <div
            id="open-findings-chart"
            className={classNames("min-w-0 flex-1 max-sm:px-4 max-sm:pb-4", !isExpanded && "max-sm:hidden")}
          >
            <p className="mt-1 mb-3 text-13 text-muted sm:hidden">{PERIOD}</p>
            <OpenFindingsChart points={points} />
          </div>
        )}
      </div>
    </Card>
  );
}

type SeverityCountsProps = Pick<OpenFindingsProps, "findings" | "onSelect">;

/** The number of open findings of each severity, in the order of the bars' segments. Selecting one filters the list. */
function SeverityCounts({ findings, onSelect }: SeverityCountsProps) {
  const counts = countOpen(findings);
  return (
    <ul
      aria-label="Open findings by severity"
      className="flex justify-between px-2 pb-2 sm:w-40 sm:shrink-0 sm:flex-col sm:p-0"
    >
      {SEVERITIES.map((severity) => (
        <li key={severity}>
          <button
            type="button"
            onClick={() => onSelect(severity)}
            className="flex min-h-11 w-full flex-col-reverse items-center justify-center rounded-small px-0.5 transition-colors hover:bg-raised sm:min-h-8 sm:flex-row min-[360px]:px-1.5 sm:justify-between sm:px-2"
          >
            <span className="flex items-center gap-1.5 text-13 text-muted sm:gap-2">
              <span
                aria-hidden="true"
                className={classNames("size-2.5 shrink-0 rounded-[2px]", SEVERITY_FILLS[severity])}
              />
              {SEVERITY_LABELS[severity]}
            </span>
            <span className="tabular font-semibold text-16 sm:text-14">
              {counts[severity]} <span className="sr-only">open</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
