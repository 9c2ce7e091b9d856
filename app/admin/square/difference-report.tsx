import { Scale } from "lucide-react";
import type { SideTotals, SquareComparison } from "#app/api/square-operations.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { counted } from "#domain/counted.ts";
import { formatDollars } from "#domain/money.ts";
import { instantWords } from "./run-words.ts";

/** What the last comparison has found: counts and sums of both sides, and each invoice that differed. */
export function DifferenceReport({ comparison }: { comparison: SquareComparison | null }) {
  if (!comparison)
    return (
      <Card>
        <EmptyState
          icon={<Scale className="size-6" />}
          title="No comparison yet"
          hint="Four times a day both sides are compared; Compare with Square does it now"
        />
      </Card>
    );
  return (
    <Card>
      <CardHead
        title="Portal and Square"
        context={`Compared ${instantWords(comparison.at)}. What differed was synced in the same run.`}
      />
      <div className="grid grid-cols-1 gap-6">
        <Banner tone={comparison.left > 0 ? "warning" : "positive"}>{verdict(comparison)}</Banner>
        <Table label="Both sides" columns={sides} rows={rowsOf(comparison)} rowKey={({ side }) => side} />
        {comparison.differences.length > 0 && (
          <section>
            <h3 className="mb-2 text-16">Differences</h3>
            <Table
              label="Differences"
              columns={differences}
              rows={comparison.differences.map((each, at) => ({ ...each, key: `${each.invoice} ${at}` }))}
              rowKey={({ key }) => key}
            />
            {comparison.differences.length < comparison.found && (
              <p className="mt-2 text-13 text-muted">The first {comparison.differences.length} are named.</p>
            )}
          </section>
        )}
      </div>
    </Card>
  );
}

function verdict({ found, left, square }: SquareComparison): string {
  const count = (many: number) => counted(many, "difference");
  if (found === 0) return `All ${square.invoices.toLocaleString("en-US")} invoices are equal on both sides.`;
  if (left === 0) return `${count(found)} found and mended. Both sides are equal now.`;
  return `${count(found)} found, ${left.toLocaleString("en-US")} left: these need a person.`;
}

type Side = SideTotals & { side: string };

function rowsOf({ square, before, portal }: SquareComparison): Side[] {
  return [
    { side: "Square", ...square },
    { side: "Portal before", ...before },
    { side: "Portal after", ...portal },
  ];
}

const sides: ReadonlyArray<Column<Side>> = [
  { key: "side", header: "Side", cell: ({ side }) => side },
  {
    key: "invoices",
    header: "Invoices",
    align: "end",
    cell: (side) => side.invoices.toLocaleString("en-US"),
  },
  { key: "amount", header: "Billed", align: "end", cell: (side) => formatDollars(side.amountCents) },
  { key: "paid", header: "Paid", align: "end", cell: (side) => formatDollars(side.paidCents) },
  {
    key: "versions",
    header: "Sum of versions",
    align: "end",
    cell: (side) => side.versions.toLocaleString("en-US"),
  },
];

type Named = SquareComparison["differences"][number] & { key: string };

const differences: ReadonlyArray<Column<Named>> = [
  { key: "invoice", header: "Invoice", cell: ({ invoice }) => <span className="tabular">{invoice}</span> },
  { key: "what", header: "What differed", cell: ({ what }) => what },
  {
    key: "mended",
    header: "Now",
    cell: ({ isMended }) => (
      <Badge tone={isMended ? "positive" : "warning"}>{isMended ? "Mended" : "Left"}</Badge>
    ),
  },
];
