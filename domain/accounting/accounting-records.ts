import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { LineItem } from "#domain/invoices/line-items.ts";
import type { Cents } from "#domain/money/money.ts";

/**
 * An issued invoice for export. Its lines and taxes add up to its amount. The amount of a cancelled invoice is the amount
 * received for it, and only the ledger contains it.
 */
export type ExportedInvoice = {
  number: string;
  isCancelled: boolean;
  company: string;
  email: string;
  description: string;
  issuedOn: CalendarDate;
  dueOn: CalendarDate;
  amountCents: Cents;
  taxCents: Cents;
  lines: ExportedLine[];
};

/** A line of an exported invoice, after discounts and without tax. */
export type ExportedLine = Pick<LineItem, "name" | "note"> & {
  quantity: string;
  unitPriceCents: Cents;
  netCents: Cents;
};

/**
 * A completed payment or refund for export. Amounts are positive. The sum of an invoice's payments whose details are
 * unknown has no Square id.
 */
export type ExportedPayment = {
  kind: "payment" | "refund";
  date: CalendarDate;
  squareId: string;
  squarePaymentId: string;
  invoiceNumber: string;
  company: string;
  method: string;
  /** Without the tip. */
  amountCents: Cents;
  tipCents: Cents;
  /** The part of a refund's amount that returns what the client paid beyond the billed amount. 0 for payments. */
  overpaidCents: Cents;
  /** What Square charged. Negative if Square returned a fee. */
  feeCents: Cents;
};

/** Everything to export for a period, oldest first. */
export type AccountingRecords = {
  invoices: readonly ExportedInvoice[];
  payments: readonly ExportedPayment[];
};

/** A file of an export. `rows` include the header. */
export type ExportFile = { name: string; rows: string[][] };
