import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { splitTotal } from "#domain/invoices/due-dates/split-total.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import {
  amountDue,
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

type Firm = Pick<Brand, "name" | "contactEmail" | "accountManager">;

/** Sent to the client when an invoice can be paid in the portal. */
export function newInvoice(invoice: InvoiceDetails, portalUrl: string, brand: Firm): EmailContent {
  return {
    subject: `New ${formatInvoiceName(invoice)} from ${brand.name}: ${formatDollars(invoice.amountDueCents)} due ${invoice.due ? formatDate(invoice.due) : "now"}`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph(
        `Your new invoice is ready: ${formatDollars(invoice.amountDueCents)} is due ${invoice.due ? formatDate(invoice.due) : "now"}.`,
      ),
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
      ...describeInvoice(invoice),
      button("View and pay", portalUrl),
      contact(brand, "Already paid? No action needed."),
      clientSignature(brand),
      preferences(new URL(portalUrl).origin),
      createInvoiceFootnote(brand),
    ],
  };
}

/** Sent to the client when a payment is overdue. */
export function overdueInvoice(invoice: InvoiceDetails, portalUrl: string, brand: Firm): EmailContent {
  const name = formatInvoiceName(invoice);
  const lateAmount = formatDollars(invoice.amountDueCents);
  return {
    subject: `${name.charAt(0).toUpperCase()}${name.slice(1)} from ${brand.name} is overdue`,
    blocks: [
      greeting(invoice.contactPerson),
      paragraph(
        invoice.due
          ? `Due now: ${lateAmount}. We haven't received your payment due ${formatDate(invoice.due)}.`
          : `Due now: ${lateAmount}. We haven't received your payment.`,
      ),
      ...describeInvoice(invoice, "Was due"),
      button("View and pay", portalUrl),
      contact(brand, "Already paid? No action needed."),
      clientSignature(brand),
      createInvoiceFootnote(brand),
    ],
  };
}

function formatInvoiceName({ number }: InvoiceDetails): string {
  return number ? `invoice ${number}` : "invoice";
}

/**
 * Returns the amount due and the details of the invoice.
 * @param dateLabel Label of the due date. It depends on whether the payment is late.
 */
function describeInvoice(invoice: InvoiceDetails, dateLabel: "Due" | "Was due" = "Due"): EmailBlock[] {
  const { number, description, amountDueCents, due } = invoice;
  const rows: (Detail | false)[] = [
    number !== "" && ["Invoice", number],
    description !== "" && [
      "For",
      description.replaceAll(/\s+/g, " ").trim().slice(0, MAX_DESCRIPTION_LENGTH),
    ],
    due !== null && [dateLabel, formatDate(due)],
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
