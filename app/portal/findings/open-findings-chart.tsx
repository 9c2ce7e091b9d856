import { formatDate } from "#domain/dates/calendar-date.ts";
import type { OpenCount } from "#domain/findings/open-over-time.ts";
import { SEVERITIES, SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { SEVERITY_FILLS } from "./severity-fills.ts";

/** Bars with the number of open findings of each week, by severity. The details contain the same numbers as a table, also for screen readers. */
export function OpenFindingsChart({ points }: { points: readonly OpenCount[] }) {
  const totals = points.map(({ counts }) => SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0));
  const highest = Math.max(1, ...totals);
  const used = SEVERITIES.filter((severity) => points.some(({ counts }) => counts[severity] > 0));
  return (
    <>
      <div aria-hidden="true" className="flex h-28 items-end gap-1.5 sm:gap-3">
        {points.map(({ date, counts }, index) => (
          <div
            key={date}
            title={`${formatDate(date)}: ${formatCount(totals[index] ?? 0, "open finding")}`}
            className="flex h-full flex-1 flex-col justify-end"
          >
            <span className="tabular mb-1 text-center text-13 text-muted">{totals[index]}</span>
            <div
              className="flex flex-col gap-0.5 overflow-hidden rounded-small"
              style={{ height: `${((totals[index] ?? 0) / highest) * 75}%` }}
            >
              {SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => (
                <div
                  key={severity}
                  className={SEVERITY_FILLS[severity]}
                  style={{ flexGrow: counts[severity] }}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between text-13 text-muted">
        <span>{formatDate(points[0]?.date)}</span>
        <span>{formatDate(points.at(-1)?.date)}</span>
      </div>
      <details className="mt-2 text-13">
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
    </>
  );
}
