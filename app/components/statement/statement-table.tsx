import { useState } from "react";
import { Link } from "react-router";
import { useIsPrinting } from "#app/components/use-is-printing.ts";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { useCellLayout } from "#app/ui/data-display/use-cell-layout.ts";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { formatDollars } from "#domain/money/money.ts";
import type { StatementEntry } from "#domain/statements/build-statement.ts";
import { STATEMENT_ENTRY_LABELS } from "#domain/statements/statement-csv.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type StatementTableProps = {
  entries: readonly StatementEntry[];
  invoiceUrl: (invoiceId: string) => string;
};

/** The entries of a statement, oldest first, with the balance after each. */
export function StatementTable({ entries, invoiceUrl }: StatementTableProps) {
  const layout = useCellLayout();
  // Entries have no id, so their position is the key.
  const rows = entries.map((entry, index) => ({ ...entry, key: String(index) }));
  return layout === "card" ? (
    <CompactList rows={rows} invoiceUrl={invoiceUrl} />
  ) : (
    <Table
      layout={layout}
      label="Statement"
      columns={createColumns(invoiceUrl)}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}

type CompactListProps = Pick<StatementTableProps, "invoiceUrl"> & {
  rows: readonly (StatementEntry & { key: string })[];
};

/** Entries shown on phones before the list is expanded. */
const COMPACT_COUNT = 10;

/** Two lines per entry, because cards with labels would make a year's statement very long on a phone. */
function CompactList({ rows, invoiceUrl }: CompactListProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const isPrinting = useIsPrinting();
  const earlierCount = rows.length - COMPACT_COUNT;
  const visible = isExpanded || isPrinting ? rows : rows.slice(-COMPACT_COUNT);
  return (
    <div>
      {earlierCount > 0 && (
        <ExpandButton className="mb-2" isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded
            ? "Hide earlier entries"
            : `Show ${formatCount(earlierCount, "earlier entry", "earlier entries")}`}
        </ExpandButton>
      )}
      <CompactEntries rows={visible} invoiceUrl={invoiceUrl} />
    </div>
  );
}

function CompactEntries({ rows, invoiceUrl }: CompactListProps) {
  return (
    <ul aria-label="Statement" className="divide-y divide-line border-line border-y text-14">
      {rows.map((entry) => (
        <li key={entry.key} className="relative grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 py-3">
          <span className="min-w-0">
            {STATEMENT_ENTRY_LABELS[entry.kind]}{" "}
            <Link
              to={invoiceUrl(entry.invoiceId)}
              className="row-link tabular inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
            >
              {entry.invoiceNumber || invoiceTitle({ invoice_number: "" })}
            </Link>
          </span>
          <span className="tabular text-right">{formatDollars(entry.cents)}</span>
          <span className="min-w-0 wrap-break-word text-13 text-muted">
            {formatDate(entry.date)}
            {entry.description && ` · ${entry.description}`}
          </span>
          <span className="tabular text-right text-13 text-muted">
            <span className="sr-only">Balance </span>
            {formatDollars(entry.balanceCents)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function createColumns(invoiceUrl: (invoiceId: string) => string): Column<StatementEntry>[] {
  return [
    {
      key: "date",
      header: "Date",
      cell: (entry) => <span className="tabular whitespace-nowrap">{formatDate(entry.date)}</span>,
    },
    { key: "type", header: "Type", cell: (entry) => STATEMENT_ENTRY_LABELS[entry.kind] },
    {
      key: "invoice",
      header: "Invoice",
      cell: (entry) => (
        <Link
          to={invoiceUrl(entry.invoiceId)}
          className="row-link tabular inline-flex min-h-6 items-center whitespace-nowrap rounded-small hover:text-accent hover:underline"
        >
          {entry.invoiceNumber || invoiceTitle({ invoice_number: "" })}
        </Link>
      ),
    },
    {
      key: "description",
      header: "Description",
      isLongText: true,
      cell: (entry) => <span className="line-clamp-2 wrap-break-word">{entry.description || "—"}</span>,
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      cell: (entry) => <span className="whitespace-nowrap">{formatDollars(entry.cents)}</span>,
    },
    {
      key: "balance",
      header: "Balance",
      align: "end",
      cell: (entry) => <span className="whitespace-nowrap">{formatDollars(entry.balanceCents)}</span>,
    },
  ];
}
