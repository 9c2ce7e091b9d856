import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { amountDueNow, type InvoiceWithPayments } from "#domain/invoices/due-dates/due-payments.ts";
import { daysOverdue, nextDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { toCents } from "#domain/money/money.ts";
import type { OverdueInvoice } from "#server/email/messages/invoice.ts";

type EmailedInvoice = InvoiceWithPayments & { number: string; description: string; time_zone: string };

/** Returns the details that an email about a new or overdue invoice contains, without the recipient's name. */
export function toInvoiceDetails(invoice: EmailedInvoice, now: Date): Omit<OverdueInvoice, "contactPerson"> {
  const today = dateInTimeZone(now, invoice.time_zone);
  return {
    number: invoice.number,
    description: invoice.description,
    amountCents: toCents(invoice.amount),
    balanceCents: amountOwed(invoice),
    amountDueCents: amountDueNow(invoice, today),
    due: nextDueDate(invoice),
    daysLate: daysOverdue(invoice, today),
  };
}

/** Returns the address of the invoices in the portal. */
export function portalBillingUrl(publicUrl: string): string {
  return `${publicUrl}/client-portal?section=billing`;
}

/** Returns the address of an invoice's page in the portal. */
export function portalInvoiceUrl(publicUrl: string, invoiceId: string): string {
  return `${portalBillingUrl(publicUrl)}&invoice=${invoiceId}`;
}
