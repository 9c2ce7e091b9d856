import { brand } from "#brand";
import { compareDates } from "#domain/dates/calendar-date.ts";
import { nextDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { nextPayment } from "#domain/invoices/due-dates/payment-schedule.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { toCents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import { listRecipientsByClient, queueClientEmails } from "#server/email/client-email.ts";
import type { EmailContent } from "#server/email/content.ts";
import { type DueInvoice, invoiceDueSoon, invoicesDueSoon } from "#server/email/messages/invoice.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { portalBillingUrl, portalInvoiceUrl } from "#server/invoices/invoice-email-details.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> };

/** Reminds clients 3 days before a payment is due, once per due date. Payments that a run finds share an email. */
export function announceDueInvoices({ database, jobs, config }: Dependencies): Promise<void> {
  return database.bypassPolicies({ reason: "announce payments that are due soon" }, async (query) => {
    const invoices = (await claimDueInvoices(query))
      .flatMap(toDueInvoices)
      .toSorted((one, other) => compareDates(one.details.due, other.details.due));
    const byClient = Map.groupBy(invoices, ({ clientId }) => clientId);
    const recipientsByClient = await listRecipientsByClient(query, [...byClient.keys()], "billing");
    for (const [clientId, [first, ...others]] of byClient) {
      if (!first) {
        continue;
      }
      const createContent = (contactPerson: string): EmailContent =>
        others.length === 0
          ? invoiceDueSoon(
              { ...first.details, contactPerson },
              portalInvoiceUrl(config.publicUrl, first.id),
              brand,
            )
          : invoicesDueSoon(
              [first, ...others].map(({ id, details }) => ({
                ...details,
                url: portalInvoiceUrl(config.publicUrl, id),
              })),
              { contactPerson, company: first.company, portalUrl: portalBillingUrl(config.publicUrl) },
              brand,
            );
      await queueClientEmails(
        recipientsByClient.get(clientId) ?? [],
        // Each key is claimed once, so no other email has the key of the first invoice.
        ({ name }) => ({ deduplicationKey: first.key, kind: "invoice-due-soon", ...createContent(name) }),
        (email) => queueEmail(query, jobs, email),
      );
    }
  });
}

type ClaimedInvoice = Awaited<ReturnType<typeof claimDueInvoices>>[number];
type DuePayment = { key: string; id: string; clientId: string; company: string; details: DueInvoice };

function toDueInvoices({ key, id, client_id, company, ...invoice }: ClaimedInvoice): DuePayment[] {
  const due = nextDueDate(invoice);
  const balanceCents = amountOwed(invoice);
  return due === null
    ? []
    : [
        {
          ...{ key, id, company, clientId: client_id },
          details: {
            number: invoice.number,
            description: invoice.description,
            amountCents: toCents(invoice.amount),
            balanceCents,
            due,
            amountDueCents: nextPayment(invoice)?.cents ?? balanceCents,
          },
        },
      ];
}

/**
 * Claims the invoices whose next payment is due in 1 to 3 days. Applies the conditions for overdue emails, and skips
 * invoices for which Square sends reminders, and invoices that were announced in the last 3 days.
 */
function claimDueInvoices(query: Query) {
  return query(
    `with due as (
       select 'invoice-due-soon:' || invoice.id || ':' || client.id || ':'
                || coalesce(invoice.next_payment_due_date, invoice.due_date) as key,
              invoice.id, invoice.client_id, client.company, invoice.invoice_number as number, invoice.description,
              invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount,
              invoice.next_payment_amount, invoice.due_date::text as due_date,
              invoice.next_payment_due_date::text as next_payment_due_date
         from public.invoices as invoice
         join public.clients as client on client.id = invoice.client_id and client.status = 'active'
         join private.provider_connections as connection
           on connection.revoked_at is null and connection.merchant_id = invoice.square_merchant_id
          and connection.last_synced_at > now() - interval '7 hours'
         cross join public.email_settings as settings
        where invoice.status = 'pending' and settings.overdue_since is not null
          and coalesce(invoice.next_payment_due_date, invoice.due_date)
                - (now() at time zone invoice.time_zone)::date between 1 and 3
          and invoice.payable_since < now() - interval '3 days'
          and private.invoice_amount_owed(invoice.status, invoice.square_status, invoice.amount,
                                          invoice.total_paid_amount) > 0
          and not invoice.is_processing
          and not private.was_just_assigned(invoice.client_assigned_at)
          and invoice.square_payment_url is not null
          and not exists (select from public.invoice_drafts as draft
                           where draft.square_invoice_id = invoice.square_invoice_id and draft.reminder_days <> '{}')
          and not exists (select from private.announcements as announced
                           where announced.key = 'invoice-due-soon:' || invoice.id || ':' || client.id || ':'
                                                 || coalesce(invoice.next_payment_due_date, invoice.due_date))
        limit 200
     ), claimed as (
       insert into private.announcements (key) select due.key from due on conflict do nothing returning key
     )
     select due.id, due.key, due.client_id, due.company, due.number, due.description, due.status, due.square_status,
            due.amount, due.total_paid_amount, due.next_payment_amount, due.due_date, due.next_payment_due_date
       from due join claimed on claimed.key = due.key`,
  );
}
