import type { ReactNode } from "react";

type AsTableProps = { caption: string; heads: readonly string[]; rows: readonly (readonly ReactNode[])[] };

/** The figures of a chart, one click away: exact, and for whoever does not see the marks. */
export function AsTable({ caption, heads, rows }: AsTableProps) {
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
              {heads.map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={`py-1.5 font-medium ${at === 0 ? "text-left" : "text-right"}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...others]) => (
              <tr key={String(first)} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {first}
                </th>
                {others.map((cell, at) => (
                  <td key={heads[at + 1]} className="py-1.5 text-right">
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
