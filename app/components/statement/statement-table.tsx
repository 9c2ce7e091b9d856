import { Link } from "react-router";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { formatDollars } from "#domain/money/money.ts";
import type { StatementEntry } from "#domain/statements/build-statement.ts";
import { STATEMENT_ENTRY_LABELS } from "#domain/statements/statement-csv.ts";

type StatementTableProps = {
  entries: readonly StatementEntry[];
  invoiceUrl: (invoiceId: string) => string;
};

/** The entries of a statement, oldest first, with the balance after each. */
export function StatementTable({ entries, invoiceUrl }: StatementTableProps) {
  const rows = entries.map((entry, index) => ({ ...entry, key: String(index) }));
  return (
    <Table label="Statement" columns={createColumns(invoiceUrl)} rows={rows} rowKey={({ key }) => key} />
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
          className="tabular whitespace-nowrap rounded-small hover:text-accent hover:underline"
        >
          {entry.invoiceNumber || invoiceTitle({ invoice_number: "" })}
        </Link>
      ),
    },
    {
      key: "description",
      header: "Description",
      cell: (entry) => <span className="line-clamp-2 break-words">{entry.description || "—"}</span>,
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
