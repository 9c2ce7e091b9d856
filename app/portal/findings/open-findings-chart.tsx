import { useQuery } from "@tanstack/react-query";
import { type ListedFinding, ownFindingEventsQuery } from "#app/api/portal/findings.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import { brand } from "#brand";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { countOpenByWeek } from "#domain/findings/open-over-time.ts";
import { SEVERITIES, SEVERITY_LABELS, SEVERITY_TONES, type Severity } from "#domain/findings/severity.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { useCurrentClient } from "../current-client.ts";

const WEEKS = 12;

const getColor = (severity: Severity) => toneClasses(SEVERITY_TONES[severity]).dot;

/** Bars with the number of open findings in the last weeks, by severity. Screen readers and the details get a table. */
export function OpenFindingsChart({ findings }: { findings: readonly ListedFinding[] }) {
  const { id } = useCurrentClient();
  const { data: events } = useQuery(ownFindingEventsQuery(id));
  if (!events) {
    return null;
  }
  const points = countOpenByWeek(events, new Map(findings.map((finding) => [finding.id, finding.severity])), {
    today: firmToday(new Date()),
    weeks: WEEKS,
    timeZone: brand.timeZone,
  }).map((point) => ({
    ...point,
    total: SEVERITIES.reduce((sum, severity) => sum + point.counts[severity], 0),
  }));
  const highest = Math.max(1, ...points.map(({ total }) => total));
  const used = SEVERITIES.filter((severity) => points.some(({ counts }) => counts[severity] > 0));
  return (
    <Card aria-labelledby="open-findings">
      <CardHeader
        title={<span id="open-findings">Open findings</span>}
        subtitle={`At the end of each of the last ${WEEKS} weeks`}
        action={
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
            {used.map((severity) => (
              <li key={severity} className="flex items-center gap-2">
                <span
                  aria-hidden="true"
                  className={classNames("size-2.5 rounded-small", getColor(severity))}
                />
                {SEVERITY_LABELS[severity]}
              </li>
            ))}
          </ul>
        }
      />
      <div aria-hidden="true" className="flex h-32 items-end gap-1.5 sm:gap-3">
        {points.map(({ date, counts, total }) => (
          <div
            key={date}
            title={`${formatDate(date)}: ${formatCount(total, "open finding")}`}
            className="flex h-full flex-1 flex-col justify-end"
          >
            <span className="tabular mb-1 text-center text-13 text-muted">{total}</span>
            <div
              className="flex flex-col overflow-hidden rounded-small"
              style={{ height: `${(total / highest) * 75}%` }}
            >
              {SEVERITIES.map((severity) => (
                <div key={severity} className={getColor(severity)} style={{ flexGrow: counts[severity] }} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between text-13 text-muted">
        <span>{formatDate(points[0]?.date)}</span>
        <span>{formatDate(points.at(-1)?.date)}</span>
      </div>
      <details className="mt-3 text-13">
        <summary className="w-fit cursor-pointer rounded-small text-muted hover:text-text">
          Show as a table
        </summary>
        <table className="tabular mt-3 w-full text-left">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-1 font-medium">
                Week ending
              </th>
              {used.map((severity) => (
                <th key={severity} scope="col" className="py-1 text-right font-medium">
                  {SEVERITY_LABELS[severity]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ date, counts }) => (
              <tr key={date} className="border-line border-t">
                <th scope="row" className="py-1 font-normal">
                  {formatDate(date)}
                </th>
                {used.map((severity) => (
                  <td key={severity} className="py-1 text-right">
                    {counts[severity]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  );
}
