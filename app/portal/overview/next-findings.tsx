import type { ListedFinding } from "#app/api/portal/findings.ts";
import { ShieldAlert } from "#app/ui/icons.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { nextDeadlineLabel, summarizeOpenFindings } from "#domain/findings/open-summary.ts";
import { sectionUrl } from "../section-url.ts";
import { NextItem } from "./next-item.tsx";

/** The number of open findings, with overdue ones and the next deadline. */
export function NextFindings({
  findings,
  today,
}: {
  findings: readonly ListedFinding[];
  today: CalendarDate;
}) {
  const { openCount, overdueCount, next } = summarizeOpenFindings(findings, today);
  return (
    <NextItem
      icon={ShieldAlert}
      label="Findings"
      title={openCount === 0 ? "None open" : `${openCount} open`}
      lines={[
        ...(overdueCount > 0 ? [{ text: `${overdueCount} overdue`, tone: "negative" as const }] : []),
        ...(next ? [{ text: nextDeadlineLabel(next, today) }] : []),
      ]}
      to={sectionUrl("findings")}
    />
  );
}
