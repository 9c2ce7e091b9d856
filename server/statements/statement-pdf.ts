import { formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import type { Statement, StatementPeriod } from "#domain/statements/build-statement.ts";
import { describeClosingBalance, isPayable, PAYMENT_HINT } from "#domain/statements/closing-balance.ts";
import { STATEMENT_ENTRY_LABELS } from "#domain/statements/statement-csv.ts";
import { describePeriod } from "#domain/statements/statement-period.ts";
import { createPdfWriter, type PdfColumn } from "#server/pdf/pdf-writer.ts";

const SUMMARY_COLUMNS: readonly PdfColumn[] = [
  { title: "Summary", share: 3 },
  { title: "Amount", share: 1, align: "right" },
];
const ENTRY_COLUMNS: readonly PdfColumn[] = [
  { title: "Date", share: 1.3 },
  { title: "Type", share: 1 },
  { title: "Invoice", share: 1.1 },
  { title: "Description", share: 3.4 },
  { title: "Amount", share: 1.4, align: "right" },
  { title: "Balance", share: 1.4, align: "right" },
];

export type StatementDocument = {
  company: string;
  contactPerson: string;
  statement: Statement;
  period: StatementPeriod;
  /** The address of the invoices in the portal. */
  billingUrl: string;
  createdAt: Date;
};

/** Renders a statement of account as a PDF. */
export async function renderStatementPdf(document: StatementDocument): Promise<Buffer> {
  const { company, contactPerson, statement, period, billingUrl, createdAt } = document;
  const pdf = createPdfWriter(`Statement of account: ${company}`, createdAt);
  pdf.text("Statement of account", { size: 14, font: "semibold" });
  pdf.text(describePeriod(period), { isMuted: true });
  pdf.space(12);
  pdf.text(company, { font: "semibold" });
  pdf.text(contactPerson);
  pdf.space(16);
  pdf.table(SUMMARY_COLUMNS, listSummary(statement));
  pdf.space(8);
  pdf.text(describeClosingBalance(statement.closingCents), { isMuted: true });
  if (isPayable(statement)) {
    pdf.text(`${PAYMENT_HINT} Billing: ${billingUrl}`, { isMuted: true });
  }
  pdf.space(20);
  pdf.table(
    ENTRY_COLUMNS,
    statement.entries.length > 0
      ? statement.entries.map((entry) => ({
          cells: [
            formatDate(entry.date),
            STATEMENT_ENTRY_LABELS[entry.kind],
            entry.invoiceNumber,
            entry.description,
            formatDollars(entry.cents),
            formatDollars(entry.balanceCents),
          ],
        }))
      : [{ cells: ["", "", "", "No invoices or payments in this period", "", ""] }],
  );
  return pdf.finish();
}

function listSummary({ openingCents, totals, closingCents }: Statement) {
  const row = (label: string, cents: Cents, isStrong = false) => ({
    cells: [label, formatDollars(cents)],
    isStrong,
  });
  return [
    row("Opening balance", openingCents),
    row("Invoices", totals.invoice),
    row("Payments", totals.payment),
    ...(totals.refund === 0
      ? []
      : [row("Refunds", totals.refund), row("Credits for refunds", totals.credit)]),
    row("Closing balance", closingCents, true),
  ];
}
