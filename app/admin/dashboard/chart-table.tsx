import type { ReactNode } from "react";

type ChartTableProps = {
  caption: string;
  headers: readonly string[];
  rows: readonly (readonly ReactNode[])[];
};

/**
 * Expandable table with the exact values of a chart. It also makes the chart accessible to screen readers.
 */
export function ChartTable({ caption, headers, rows }: ChartTableProps) {
  return (
    <details className="mt-4 text-14">
      <summary className="inline-flex min-h-6 items-center rounded-small text-13 text-muted hover:text-text">
        Show as table
      </summary>
      <div className="mt-3 overflow-x-auto">
        <table className="tabular w-full text-13">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-line border-b text-muted">
              {headers.map((header, index) => (
                <th
                  key={header}
                  scope="col"
                  className={`py-1.5 font-medium ${index === 0 ? "text-left" : "text-right"}`}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...others]) => (
              <tr key={String(first)} className="border-line border-b last:border-b-0">
                <th scope="row" data-wraps className="py-1.5 text-left font-normal">
                  {first}
                </th>
                {others.map((cell, index) => (
                  <td key={headers[index + 1]} className="py-1.5 text-right">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
