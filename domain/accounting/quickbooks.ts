import type { AccountingRecords, ExportFile } from "#domain/accounting/accounting-records.ts";
import { listBankLines } from "#domain/accounting/bank-lines.ts";
import { splitIntoFiles } from "#domain/accounting/split-files.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";

const INVOICE_HEADER = [
  "*InvoiceNo",
  "*Customer",
  "*InvoiceDate",
  "*DueDate",
  "Terms",
  "Location",
  "Memo",
  "Item(Product/Service)",
  "ItemDescription",
  "ItemQuantity",
  "ItemRate",
  "*ItemAmount",
  "Service Date",
];
const BANK_HEADER = ["Date", "Description", "Amount"];
const INVOICE_LIMITS = { maxRecords: 100, maxRows: 1000 };
const BANK_LIMITS = { maxRecords: 1000, maxRows: 1000 };

/**
 * Returns the files for QuickBooks Online: invoices, and bank lines for payments, refunds and fees, which QuickBooks can
 * import only as transactions of an account. Sales tax is a separate line.
 */
export function toQuickBooksFiles({ invoices, payments }: AccountingRecords): ExportFile[] {
  const invoiceRecords = invoices.map((invoice) => {
    const invoiceCells = [
      invoice.number,
      invoice.company,
      formatUsDate(invoice.issuedOn),
      formatUsDate(invoice.dueOn),
      "",
      "",
      invoice.description,
    ];
    const lines = invoice.lines.map((line) => [
      ...invoiceCells,
      line.name,
      line.note,
      line.quantity,
      formatCsvDollars(line.unitPriceCents),
      formatCsvDollars(line.netCents),
      "",
    ]);
    const tax = formatCsvDollars(invoice.taxCents);
    return invoice.taxCents === 0 ? lines : [...lines, [...invoiceCells, "Sales tax", "", "1", tax, tax, ""]];
  });
  const bankRecords = listBankLines(payments).map((line) => [
    [
      formatUsDate(line.date),
      [line.description, line.company, line.reference].filter(Boolean).join(", "),
      formatCsvDollars(line.cents),
    ],
  ]);
  return [
    ...splitIntoFiles("quickbooks-invoices", INVOICE_HEADER, invoiceRecords, INVOICE_LIMITS),
    ...splitIntoFiles("quickbooks-bank", BANK_HEADER, bankRecords, BANK_LIMITS),
  ];
}

/** QuickBooks in the US expects MM/DD/YYYY. */
function formatUsDate(date: CalendarDate): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${month}/${day}/${year}`;
}
