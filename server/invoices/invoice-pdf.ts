import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import {
  hasSchedulePanel,
  parseSchedule,
  SCHEDULE_ENTRY_STATUSES,
  scheduleEntryStatus,
  scheduleEntryTitles,
} from "#domain/invoices/due-dates/payment-schedule.ts";
import { invoiceStamp } from "#domain/invoices/invoice-stamp.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { parseLineItems } from "#domain/invoices/line-items.ts";
import {
  PAYMENT_KIND_LABELS,
  PAYMENT_STATUS_BADGES,
  paymentMethodLabel,
} from "#domain/invoices/payments/payment-label.ts";
import { signedCents } from "#domain/invoices/payments/payment-totals.ts";
import { invoiceTotals } from "#domain/invoices/reports/invoice-totals.ts";
import { type Cents, cents, formatDollars } from "#domain/money/money.ts";
import type { InvoiceWithPayments } from "#server/invoices/read-invoice.ts";
import { createPdfWriter, type PdfColumn, type PdfRow, type PdfWriter } from "#server/pdf/pdf-writer.ts";

const ITEM_COLUMNS: readonly PdfColumn[] = [
  { title: "Item", share: 5 },
  { title: "Quantity", share: 1.2, align: "right" },
  { title: "Unit price", share: 1.7, align: "right" },
  { title: "Discount", share: 1.5, align: "right" },
  { title: "Tax", share: 1.3, align: "right" },
  { title: "Amount", share: 1.8, align: "right" },
];
const TOTAL_COLUMNS: readonly PdfColumn[] = [
  { title: "Totals", share: 3 },
  { title: "Amount", share: 1, align: "right" },
];
const SCHEDULE_COLUMNS: readonly PdfColumn[] = [
  { title: "Payment", share: 2 },
  { title: "Due", share: 1.5 },
  { title: "Status", share: 1.2 },
  { title: "Amount", share: 1.5, align: "right" },
];
const PAYMENT_COLUMNS: readonly PdfColumn[] = [
  { title: "Date", share: 1.5 },
  { title: "Type", share: 1 },
  { title: "Method", share: 2.5 },
  { title: "Status", share: 1.2 },
  { title: "Amount", share: 1.5, align: "right" },
];

/** Renders an invoice with its status, line items, totals, payment schedule, payments and refunds. */
export async function renderInvoicePdf(invoice: InvoiceWithPayments, createdAt: Date): Promise<Buffer> {
  const pdf = createPdfWriter(invoiceTitle(invoice), createdAt);
  pdf.heading(invoiceTitle(invoice), { level: 1 });
  pdf.text(invoiceStamp(invoice), { font: "semibold" });
  pdf.space(12);
  pdf.details(listDetails(invoice), { valueShare: 4 });
  writeTable(pdf, "Line items", ITEM_COLUMNS, listItems(invoice));
  pdf.space(12);
  pdf.table(TOTAL_COLUMNS, listTotals(invoice));
  const schedule = parseSchedule(invoice.payment_schedule);
  writeTable(
    pdf,
    "Payment schedule",
    SCHEDULE_COLUMNS,
    hasSchedulePanel(schedule) ? listSchedule(schedule) : [],
  );
  writeTable(pdf, "Payments and refunds", PAYMENT_COLUMNS, listPayments(invoice));
  return pdf.finish();
}

/** Writes a table with its heading, or nothing if there are no rows. */
function writeTable(
  pdf: PdfWriter,
  title: string,
  columns: readonly PdfColumn[],
  rows: readonly PdfRow[],
): void {
  if (rows.length > 0) {
    pdf.heading(title, { level: 2 });
    pdf.table(columns, rows);
  }
}

function listDetails(invoice: InvoiceWithPayments): [string, string][] {
  const dueDate = visibleDueDate(invoice);
  const rows: [string, string | null][] = [
    ["Bill to", [invoice.company, invoice.contact_person, invoice.address].filter(Boolean).join(", ")],
    ["Description", invoice.description],
    [
      invoice.is_scheduled ? "Scheduled for" : "Issued",
      invoice.issued_date && formatDate(invoice.issued_date),
    ],
    ["Due", dueDate && formatDate(dueDate)],
    ["Paid on", invoice.paid_date && formatDate(invoice.paid_date)],
  ];
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}

function listItems(invoice: InvoiceWithPayments): PdfRow[] {
  const formatOptional = (amount: Cents) => (amount === 0 ? "" : formatDollars(amount));
  return parseLineItems(invoice.line_items).map((item) => ({
    cells: [
      [item.name || "Item", item.note].filter(Boolean).join(" – "),
      item.quantity,
      formatDollars(item.unitPriceCents),
      formatOptional(cents(0 - item.discountCents)),
      formatOptional(item.taxCents),
      formatDollars(item.totalCents),
    ],
  }));
}

function listTotals(invoice: InvoiceWithPayments): PdfRow[] {
  const totals = invoiceTotals(invoice);
  const row = (label: string, amount: Cents, isStrong = false) => ({
    cells: [label, formatDollars(amount)],
    isStrong,
  });
  const optionalRow = (label: string, amount: Cents) => (amount === 0 ? [] : [row(label, amount)]);
  return [
    row("Subtotal", totals.subtotalCents),
    ...optionalRow("Discounts", cents(0 - totals.discountCents)),
    ...optionalRow("Taxes", totals.taxCents),
    ...optionalRow("Service charge", totals.serviceChargeCents),
    row("Total", totals.totalCents, true),
    ...optionalRow("Tip", totals.tipCents),
    ...optionalRow("Refunded", cents(0 - totals.refundedCents)),
    row("Amount paid", totals.paidCents),
    row("Outstanding", totals.owedCents, true),
  ];
}

function listSchedule(schedule: ReturnType<typeof parseSchedule>): PdfRow[] {
  const titles = scheduleEntryTitles(schedule);
  return schedule.map((entry, index) => ({
    cells: [
      titles[index] ?? "",
      entry.dueDate ? formatDate(entry.dueDate) : "",
      SCHEDULE_ENTRY_STATUSES[scheduleEntryStatus(entry)].label,
      entry.computedCents === null ? "" : formatDollars(entry.computedCents),
    ],
  }));
}

function listPayments({ payments, time_zone: timeZone }: InvoiceWithPayments): PdfRow[] {
  return payments.map((payment) => ({
    cells: [
      formatInstantDate(payment.created_at, timeZone),
      PAYMENT_KIND_LABELS[payment.kind],
      paymentMethodLabel(payment),
      PAYMENT_STATUS_BADGES[payment.status].label,
      formatDollars(signedCents(payment, payment.amount)),
    ],
  }));
}
