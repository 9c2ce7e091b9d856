import { brand } from "#brand";
import { type ClientRecipient, queueClientEmails } from "#server/email/client-email.ts";
import type { EmailContent } from "#server/email/content.ts";
import { type OverdueInvoice, overdueInvoice, overdueInvoices } from "#server/email/messages/invoice.ts";
import type { OutgoingEmail } from "#server/email/outbox.ts";
import { portalBillingUrl, portalInvoiceUrl } from "#server/invoices/invoice-email-details.ts";

/** An overdue invoice and what the email states about it. */
export type EmailedInvoice = { id: string; details: Omit<OverdueInvoice, "contactPerson"> };

type OverdueEmailOptions = {
  company: string;
  recipients: readonly ClientRecipient[];
  publicUrl: string;
  /** Returns the key of the emails. The id of the first invoice identifies them. */
  createKey: (invoiceId: string) => string;
  /** Such as `queueEmail`. */
  queue: (email: OutgoingEmail) => Promise<unknown>;
};

/**
 * Queues one email per recipient about the overdue invoices of a client. Pass the oldest invoice first, and only invoices
 * whose reminders were stored in the same transaction, so that no email repeats an invoice.
 */
export async function queueOverdueEmails(
  invoices: readonly EmailedInvoice[],
  { company, recipients, publicUrl, createKey, queue }: OverdueEmailOptions,
): Promise<void> {
  const [first] = invoices;
  if (!first) {
    return;
  }
  const createContent = (contactPerson: string): EmailContent =>
    invoices.length === 1
      ? overdueInvoice({ ...first.details, contactPerson }, portalInvoiceUrl(publicUrl, first.id), brand)
      : overdueInvoices(
          invoices.map(({ id, details }) => ({ ...details, url: portalInvoiceUrl(publicUrl, id) })),
          { contactPerson, company, portalUrl: portalBillingUrl(publicUrl) },
          brand,
        );
  await queueClientEmails(
    recipients,
    ({ name }) => ({
      deduplicationKey: createKey(first.id),
      kind: "invoice-overdue",
      ...createContent(name),
    }),
    queue,
  );
}
