import type {
  AccountingRecords,
  ExportedInvoice,
  ExportFile,
} from "#domain/accounting/accounting-records.ts";
import { buildLedger, toLedgerFile } from "#domain/accounting/ledger.ts";
import { toQuickBooksFiles } from "#domain/accounting/quickbooks.ts";
import { toXeroFiles, type XeroCodes } from "#domain/accounting/xero.ts";
import { type Cents, sumCents } from "#domain/money/money.ts";
import type { StatementPeriod } from "#domain/statements/build-statement.ts";
import { describePeriod } from "#domain/statements/statement-period.ts";
import { listKeys } from "#domain/status.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";

const FORMAT_LABELS = {
  quickbooks: "QuickBooks Online",
  xero: "Xero",
  ledger: "Ledger (any program)",
} as const;

export type AccountingFormat = keyof typeof FORMAT_LABELS;

export const ACCOUNTING_FORMATS = listKeys(FORMAT_LABELS);

export function accountingFormatLabel(format: AccountingFormat): string {
  return FORMAT_LABELS[format];
}

/** Returns the files of an export, with a manifest of their row counts and expected sums. */
export function buildAccountingExport(
  { invoices, payments }: AccountingRecords,
  format: AccountingFormat,
  { period, xero }: { period: StatementPeriod; xero: XeroCodes },
): ExportFile[] {
  const isExported = ({ isCancelled }: ExportedInvoice) => format === "ledger" || !isCancelled;
  const records = { invoices: invoices.filter(isExported), payments };
  const files = listFiles(records, format, xero);
  return [...files, createManifest(records, format, period, files)];
}

function listFiles(records: AccountingRecords, format: AccountingFormat, xero: XeroCodes): ExportFile[] {
  switch (format) {
    case "quickbooks":
      return toQuickBooksFiles(records);
    case "xero":
      return toXeroFiles(records, xero);
    case "ledger":
      return [toLedgerFile(buildLedger(records))];
  }
}

function createManifest(
  { invoices, payments }: AccountingRecords,
  format: AccountingFormat,
  period: StatementPeriod,
  files: readonly ExportFile[],
): ExportFile {
  const paid = payments.filter(({ kind }) => kind === "payment");
  const refunds = payments.filter(({ kind }) => kind === "refund");
  const toRow = (name: string, count: number, amounts: readonly Cents[]) => [
    name,
    String(count),
    formatCsvDollars(sumCents(amounts)),
  ];
  return {
    name: "manifest.csv",
    rows: [
      ["Item", "Count", "Sum (USD)"],
      ["Format", FORMAT_LABELS[format], ""],
      ["Period", describePeriod(period), ""],
      toRow(
        "Invoices",
        invoices.length,
        invoices.map((invoice) => invoice.amountCents),
      ),
      toRow(
        "Sales tax",
        invoices.filter(({ taxCents }) => taxCents > 0).length,
        invoices.map((invoice) => invoice.taxCents),
      ),
      toRow(
        "Payments, without tips",
        paid.length,
        paid.map((payment) => payment.amountCents),
      ),
      toRow(
        "Tips",
        paid.filter(({ tipCents }) => tipCents > 0).length,
        paid.map((payment) => payment.tipCents),
      ),
      toRow(
        "Refunds, with tips",
        refunds.length,
        refunds.flatMap((refund) => [refund.amountCents, refund.tipCents]),
      ),
      toRow(
        "Fees",
        payments.filter(({ feeCents }) => feeCents !== 0).length,
        payments.map((payment) => payment.feeCents),
      ),
      ...files.map(({ name, rows }) => [name, `${rows.length - 1} rows`, ""]),
    ],
  };
}
