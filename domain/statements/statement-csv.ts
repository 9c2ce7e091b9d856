import { formatCsvDollars, toCsv } from "#domain/text/csv.ts";
import type { Statement, StatementEntryKind, StatementPeriod } from "./build-statement.ts";

export const STATEMENT_ENTRY_LABELS = {
  invoice: "Invoice",
  payment: "Payment",
  refund: "Refund",
  credit: "Credit",
} satisfies Record<StatementEntryKind, string>;

const HEADER = ["Date", "Type", "Invoice", "Description", "Amount (USD)", "Balance (USD)"];

/** Formats a statement as CSV, with the opening balance in the first row and the closing balance in the last one. */
export function statementToCsv(statement: Statement, { from, to }: StatementPeriod): string {
  return toCsv([
    HEADER,
    [from ?? "", "Opening balance", "", "", "", formatCsvDollars(statement.openingCents)],
    ...statement.entries.map((entry) => [
      entry.date,
      STATEMENT_ENTRY_LABELS[entry.kind],
      entry.invoiceNumber,
      entry.description,
      formatCsvDollars(entry.cents),
      formatCsvDollars(entry.balanceCents),
    ]),
    [to ?? "", "Closing balance", "", "", "", formatCsvDollars(statement.closingCents)],
  ]);
}
