import type { ListedFinding } from "#app/api/portal/findings.ts";
import { ShieldAlert } from "#app/ui/icons.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { summarizeOpenFindings } from "#domain/findings/open-summary.ts";
import { SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { formatDueDate } from "#domain/invoices/due-dates/due-label.ts";
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
        ...(next ? [{ text: `${SEVERITY_LABELS[next.severity]} ${formatDueDate(next.dueOn, today)}` }] : []),
      ]}
      to={sectionUrl("findings")}
    />
  );
}
