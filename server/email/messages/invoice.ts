import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { formatDaysLate } from "#domain/invoices/due-dates/due-label.ts";
import { splitTotal } from "#domain/invoices/due-dates/split-total.ts";
import { type Cents, formatDollars, sumCents } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import {
  type AmountRow,
  amountDue,
  amounts,
  button,
  clientSignature,
  contact,
  type Detail,
  details,
  type EmailBlock,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
} from "#server/email/content.ts";

const MAX_DESCRIPTION_LENGTH = 200;

/** More invoices would push the button out of view. */
const MAX_INVOICES = 15;

/**
 * The details of an invoice that emails contain. `due` is the due date of the next payment. `amountDueCents` is the amount
 * to pay by then, or, if the invoice is overdue, the amount that is late.
 */
export type InvoiceDetails = {
  contactPerson: string;
  number: string;
  description: string;
  amountCents: Cents;
  balanceCents: Cents;
  amountDueCents: Cents;
  due: CalendarDate | null;
};

/** An invoice with a payment that is due soon, without the recipient's name. */
export type DueInvoice = Omit<InvoiceDetails, "contactPerson"> & { due: CalendarDate };

/** `daysLate` is 0 if the due date is unknown. */
export type OverdueInvoice = InvoiceDetails & { daysLate: number };

/** An invoice in an email about several. `url` is its page in the portal. */
type Listed<Invoice> = Invoice & { url: string };

type Firm = Pick<Brand, "name" | "contactEmail" | "accountManager">;

/** Sent to the client when an invoice can be paid in the portal. */
export function newInvoice(invoice: InvoiceDetails, portalUrl: string, brand: Firm): EmailContent {
  return {
    subject: `New ${formatInvoiceName(invoice)} from ${brand.name}: ${formatDollars(invoice.amountDueCents)} due ${invoice.due ? formatDate(invoice.due) : "now"}`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph("Your new invoice is ready. You can view and pay it in the client portal."),
      ...describeInvoice(invoice),
      button("View and pay", portalUrl),
      contact(brand),
      clientSignature(brand),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Sent to the client 3 days before a payment is due. */
export function invoiceDueSoon(
  invoice: DueInvoice & { contactPerson: string },
  portalUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `Reminder: ${formatInvoiceName(invoice)} from ${brand.name} is due ${formatDate(invoice.due)}`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph("This payment is due soon. You can pay in the client portal."),
      ...describeInvoice(invoice),
      button("View and pay", portalUrl),
      contact(brand, "Already paid? No action needed."),
      clientSignature(brand),
      preferences(new URL(portalUrl).origin),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Sent instead of one email per invoice if payments for several invoices are due soon. Pass the first due date first. */
export function invoicesDueSoon(
  invoices: readonly Listed<DueInvoice>[],
  { contactPerson, company, portalUrl }: { contactPerson: string; company: string; portalUrl: string },
  brand: Firm,
): EmailContent {
  const count = formatCount(invoices.length, "invoice");
  const days = [...new Set(invoices.map(({ due }) => formatDate(due)))];
  const hasOneDay = days.length === 1;
  return {
    subject: `Reminder: ${count} from ${brand.name} are due ${hasOneDay ? days[0] : "soon"}`,
    blocks: [
      greeting(contactPerson),
      paragraph(
        hasOneDay
          ? "These payments are due soon. You can pay in the client portal."
          : `The first of these payments is due ${days[0]}.`,
      ),
      ...listInvoices(invoices, company, ({ due }) => (hasOneDay ? "" : `due ${formatDate(due)}`)),
      button("View and pay", portalUrl),
      contact(brand, "Already paid? No action needed."),
      clientSignature(brand),
      preferences(new URL(portalUrl).origin),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Sent to the client when a payment is overdue. */
export function overdueInvoice(invoice: OverdueInvoice, portalUrl: string, brand: Firm): EmailContent {
  const name = formatInvoiceName(invoice);
  const isPartLate = invoice.amountDueCents < invoice.balanceCents;
  return {
    subject: `${name.charAt(0).toUpperCase()}${name.slice(1)} from ${brand.name} is overdue`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph(
        invoice.due
          ? `${isPartLate ? "A payment for this invoice" : "This invoice"} was due on ${formatDue(invoice.due, invoice.daysLate)}.`
          : "We haven't received your payment.",
      ),
      // The first sentence contains the due date.
      ...describeInvoice({ ...invoice, due: null }),
      button("View and pay", portalUrl),
      contact(brand, "Already paid? No action needed."),
      clientSignature(brand),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Sent instead of one email per invoice if several invoices of a client are overdue. Pass the oldest one first. */
export function overdueInvoices(
  invoices: readonly Listed<Omit<OverdueInvoice, "contactPerson">>[],
  { contactPerson, company, portalUrl }: { contactPerson: string; company: string; portalUrl: string },
  brand: Firm,
): EmailContent {
  const count = formatCount(invoices.length, "invoice");
  const oldest = invoices.find(({ due }) => due !== null);
  return {
    subject: `${count} from ${brand.name} are overdue`,
    blocks: [
      greeting(contactPerson),
      paragraph(
        oldest?.due
          ? `The oldest of these invoices was due on ${formatDue(oldest.due, oldest.daysLate)}.`
          : "We haven't received your payment.",
      ),
      ...listInvoices(invoices, company, ({ due, daysLate }) =>
        due ? `due ${formatDate(due)}, ${formatDaysLate(daysLate)}` : "",
      ),
      button("View and pay", portalUrl),
      contact(brand, "Already paid? No action needed."),
      clientSignature(brand),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Returns the total and a row per invoice with its amount and its due date, if any. */
function listInvoices<Invoice extends Listed<Pick<InvoiceDetails, "number" | "amountDueCents">>>(
  invoices: readonly Invoice[],
  company: string,
  formatDueDate: (invoice: Invoice) => string,
): EmailBlock[] {
  const rows = invoices.slice(0, MAX_INVOICES).map(
    (invoice): AmountRow => ({
      label: `Invoice ${invoice.number}`.trim(),
      url: invoice.url,
      note: formatDueDate(invoice),
      amount: formatDollars(invoice.amountDueCents),
    }),
  );
  const others = invoices.slice(MAX_INVOICES);
  return [
    amountDue(formatTotal(invoices), `Total of ${formatCount(invoices.length, "invoice")} to ${company}`),
    amounts([
      ...rows,
      ...(others.length > 0
        ? [{ label: formatCount(others.length, "more invoice"), note: "", amount: formatTotal(others) }]
        : []),
    ]),
  ];
}

function formatTotal(invoices: readonly Pick<InvoiceDetails, "amountDueCents">[]): string {
  return formatDollars(sumCents(invoices.map(({ amountDueCents }) => amountDueCents)));
}

/** Formats a missed due date, such as "May 25, 2025 (549 days ago)". */
function formatDue(due: CalendarDate, daysLate: number): string {
  return `${formatDate(due)} (${formatCount(daysLate, "day")} ago)`;
}

function formatInvoiceName({ number }: InvoiceDetails): string {
  return number ? `invoice ${number}` : "invoice";
}

/** Returns the amount due and the details of the invoice. */
function describeInvoice(invoice: InvoiceDetails): EmailBlock[] {
  const { number, description, amountDueCents, due } = invoice;
  const rows: (Detail | false)[] = [
    number !== "" && ["Invoice", number],
    description !== "" && [
      "For",
      description.replaceAll(/\s+/g, " ").trim().slice(0, MAX_DESCRIPTION_LENGTH),
    ],
    due !== null && ["Due", formatDate(due)],
  ];
  const shownRows = rows.filter((row) => row !== false);
  return [
    amountDue(formatDollars(amountDueCents), formatTotals(invoice)),
    ...(shownRows.length > 0 ? [details(...shownRows)] : []),
  ];
}

/** Formats the total if the amount due is a part of it, with what was paid and what remains. */
function formatTotals(invoice: InvoiceDetails): string {
  const { paidCents, remainingCents } = splitTotal(invoice);
  return [
    ...(invoice.amountCents === invoice.amountDueCents
      ? []
      : [`Invoice total ${formatDollars(invoice.amountCents)}`]),
    ...(paidCents > 0 ? [`${formatDollars(paidCents)} paid`] : []),
    ...(remainingCents > 0 ? [`${formatDollars(remainingCents)} remaining after this payment`] : []),
  ].join(" · ");
}

function createInvoiceFootnote(brand: Firm) {
  return reasonFootnote(`your role in the ${brand.name} client portal includes billing.`);
}
