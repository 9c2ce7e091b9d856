import type { SideTotals, SquareComparison } from "#app/api/admin/square-operations.ts";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Scale } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDollars } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { formatTimestamp } from "./run-labels.ts";

/** Result of the last comparison with Square: the totals of both systems and the invoices that differed. */
export function DifferenceReport({ comparison }: { comparison: SquareComparison | null }) {
  if (!comparison) {
    return (
      <Card>
        <EmptyState
          icon={<Scale className="size-6" />}
          title="No comparison yet"
          hint="We check four times a day. Select Compare with Square to run one now."
        />
      </Card>
    );
  }
  return (
    <Card>
      <CardHeader
        title="Comparison with Square"
        subtitle={`Compared ${formatTimestamp(comparison.at)}. Differences were fixed in the same run.`}
      />
      <div className="grid grid-cols-1 gap-6">
        <Banner tone={comparison.left > 0 ? "warning" : "positive"}>{summarizeComparison(comparison)}</Banner>
        <Table label="Totals" columns={SIDE_COLUMNS} rows={toRows(comparison)} rowKey={({ side }) => side} />
        {comparison.differences.length > 0 && (
          <section>
            <h3 className="mb-2 text-16">Differences</h3>
            <Table
              label="Differences"
              columns={DIFFERENCE_COLUMNS}
              rows={comparison.differences.map((difference, index) => ({
                ...difference,
                key: `${difference.invoice} ${index}`,
              }))}
              rowKey={({ key }) => key}
            />
            {comparison.differences.length < comparison.found && (
              <p className="mt-2 text-13 text-muted">
                Showing the first {comparison.differences.length} differences.
              </p>
            )}
          </section>
        )}
      </div>
    </Card>
  );
}

/** Result of a comparison, such as "All 256 invoices match." */
export function summarizeComparison({ found, left, square }: SquareComparison): string {
  const differences = formatCount(found, "difference");
  if (found === 0) {
    return `All ${square.invoices.toLocaleString("en-US")} invoices match.`;
  }
  if (left === 0) {
    return `${differences} found and fixed.`;
  }
  return `${differences} found, ${left.toLocaleString("en-US")} ${left === 1 ? "needs" : "need"} review.`;
}

type SideRow = SideTotals & { side: string };

function toRows({ square, before, portal }: SquareComparison): SideRow[] {
  return [
    { side: "Square", ...square },
    { side: "Portal (before)", ...before },
    { side: "Portal (after)", ...portal },
  ];
}

const SIDE_COLUMNS: ReadonlyArray<Column<SideRow>> = [
  { key: "side", header: "Source", cell: ({ side }) => side },
  {
    key: "invoices",
    header: "Invoices",
    align: "end",
    cell: (side) => side.invoices.toLocaleString("en-US"),
  },
  { key: "amount", header: "Billed", align: "end", cell: (side) => formatDollars(side.amountCents) },
  { key: "paid", header: "Paid", align: "end", cell: (side) => formatDollars(side.paidCents) },
];

type Difference = SquareComparison["differences"][number] & { key: string };

const DIFFERENCE_COLUMNS: ReadonlyArray<Column<Difference>> = [
  { key: "invoice", header: "Invoice", cell: ({ invoice }) => <span className="tabular">{invoice}</span> },
  { key: "details", header: "Difference", cell: ({ details }) => details },
  {
    key: "status",
    header: "Status",
    cell: ({ isFixed }) => (
      <Badge tone={isFixed ? "positive" : "warning"}>{isFixed ? "Fixed" : "Needs review"}</Badge>
    ),
  },
];
