import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import {
  button,
  type Detail,
  details,
  type EmailBlock,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  signature,
} from "#server/email/content.ts";

const MAX_DESCRIPTION_LENGTH = 200;

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

type Firm = Pick<Brand, "name" | "contactEmail">;

/** Sent to the client when an invoice can be paid in the portal. */
export function newInvoice(invoice: InvoiceDetails, portalUrl: string, brand: Firm): EmailContent {
  return {
    subject: `New ${formatInvoiceName(invoice)} from ${brand.name}: ${formatDollars(invoice.amountDueCents)} due ${invoice.due ? formatDate(invoice.due) : "now"}`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph(
        `Your new invoice is ready: ${formatDollars(invoice.amountDueCents)} is due ${invoice.due ? formatDate(invoice.due) : "now"}.`,
      ),
      createInvoiceDetails(invoice),
      button("View and pay", portalUrl),
      paragraph(`Questions? Email ${brand.contactEmail}.`),
      signature(brand),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Sent to the client 3 days before a payment is due. */
export function invoiceDueSoon(
  invoice: InvoiceDetails & { due: CalendarDate },
  portalUrl: string,
  brand: Firm,
): EmailContent {
  const day = formatDate(invoice.due);
  const name = formatInvoiceName(invoice);
  return {
    subject: `Reminder: ${name} from ${brand.name} is due ${day}`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph(`Your payment of ${formatDollars(invoice.amountDueCents)} is due ${day}.`),
      createInvoiceDetails(invoice),
      button("View and pay", portalUrl),
      paragraph(`Already paid? No action needed. Questions? Email ${brand.contactEmail}.`),
      signature(brand),
      preferences(new URL(portalUrl).origin),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Sent to the client when a payment is overdue. */
export function overdueInvoice(invoice: InvoiceDetails, portalUrl: string, brand: Firm): EmailContent {
  const name = formatInvoiceName(invoice);
  const amountDue = formatDollars(invoice.amountDueCents);
  return {
    subject: `${name.charAt(0).toUpperCase()}${name.slice(1)} from ${brand.name} is overdue`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph(
        invoice.due
          ? `Due now: ${amountDue}. We haven't received your payment due ${formatDate(invoice.due)}.`
          : `Due now: ${amountDue}. We haven't received your payment.`,
      ),
      createInvoiceDetails(invoice, "Was due"),
      button("View and pay", portalUrl),
      paragraph(`Already paid? No action needed. Questions? Email ${brand.contactEmail}.`),
      signature(brand),
      createInvoiceFootnote(brand),
    ],
  };
}

function formatInvoiceName({ number }: InvoiceDetails): string {
  return number ? `invoice ${number}` : "invoice";
}

/** @param dateLabel Label of the due date. It depends on whether the payment is late. */
function createInvoiceDetails(
  { number, description, amountCents, balanceCents, amountDueCents, due }: InvoiceDetails,
  dateLabel: "Due" | "Was due" = "Due",
): EmailBlock {
  const rows: (Detail | false)[] = [
    number !== "" && ["Invoice", number],
    description !== "" && [
      "For",
      description.replaceAll(/\s+/g, " ").trim().slice(0, MAX_DESCRIPTION_LENGTH),
    ],
    ["Amount due", formatDollars(amountDueCents)],
    due !== null && [dateLabel, formatDate(due)],
    ["Invoice total", formatDollars(amountCents)],
    balanceCents !== amountCents && ["Balance", formatDollars(balanceCents)],
  ];
  return details(...rows.filter((row) => row !== false));
}

function createInvoiceFootnote(brand: Firm) {
  return reasonFootnote(`your role in the ${brand.name} client portal includes billing.`);
}
