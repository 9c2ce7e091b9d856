import type { AccountingRecords, ExportFile } from "#domain/accounting/accounting-records.ts";
import { listBankLines } from "#domain/accounting/bank-lines.ts";
import { splitIntoFiles } from "#domain/accounting/split-files.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";

const INVOICE_HEADER = [
  "*ContactName",
  "EmailAddress",
  "POAddressLine1",
  "POAddressLine2",
  "POAddressLine3",
  "POAddressLine4",
  "POCity",
  "PORegion",
  "POPostalCode",
  "POCountry",
  "*InvoiceNumber",
  "Reference",
  "*InvoiceDate",
  "*DueDate",
  "InventoryItemCode",
  "*Description",
  "*Quantity",
  "*UnitAmount",
  "Discount",
  "*AccountCode",
  "*TaxType",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
  "Currency",
  "BrandingTheme",
];
const BANK_HEADER = ["*Date", "*Amount", "Payee", "Description", "Reference", "Check Number"];
const INVOICE_LIMITS = { maxRecords: 500, maxRows: Number.POSITIVE_INFINITY };
const BANK_LIMITS = { maxRecords: 1000, maxRows: Number.POSITIVE_INFINITY };

/** Xero's account code and tax type for all invoice lines. Both must exist in Xero. */
export type XeroCodes = { accountCode: string; taxType: string };

/** Xero's defaults in the US. */
export const DEFAULT_XERO_CODES: XeroCodes = { accountCode: "200", taxType: "Tax Exempt (0%)" };

/** Returns the files for Xero: sales invoices, which Xero imports as drafts, and statement lines for payments. */
export function toXeroFiles(
  { invoices, payments }: AccountingRecords,
  { accountCode, taxType }: XeroCodes,
): ExportFile[] {
  const invoiceRecords = invoices.map((invoice) => {
    const toRow = (description: string, quantity: string, unitAmount: string) => [
      invoice.company,
      invoice.email,
      ...Array.from({ length: 8 }, () => ""),
      invoice.number,
      invoice.description,
      invoice.issuedOn,
      invoice.dueOn,
      "",
      description,
      quantity,
      unitAmount,
      "",
      accountCode,
      taxType,
      "",
      "",
      "",
      "",
      "USD",
      "",
    ];
    const lines = invoice.lines.map(({ name, note, quantity, unitPriceCents }) =>
      toRow([name, note].filter(Boolean).join(": "), quantity, formatCsvDollars(unitPriceCents)),
    );
    const tax = formatCsvDollars(invoice.taxCents);
    return invoice.taxCents === 0 ? lines : [...lines, toRow("Sales tax", "1", tax)];
  });
  const bankRecords = listBankLines(payments).map((line) => [
    [line.date, formatCsvDollars(line.cents), line.company, line.description, line.reference, ""],
  ]);
  return [
    ...splitIntoFiles("xero-invoices", INVOICE_HEADER, invoiceRecords, INVOICE_LIMITS),
    ...splitIntoFiles("xero-bank", BANK_HEADER, bankRecords, BANK_LIMITS),
  ];
}
