import { brand } from "#brand";
import { nextDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { nextPayment } from "#domain/invoices/due-dates/payment-schedule.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { toCents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { invoiceDueSoon } from "#server/email/messages/invoice.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { portalInvoiceUrl } from "#server/invoices/invoice-email-details.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> };

/** Reminds clients 3 days before a payment is due, once per due date. */
export function announceDueInvoices({ database, jobs, config }: Dependencies): Promise<void> {
  return database.bypassPolicies({ reason: "announce payments that are due soon" }, async (query) => {
    for (const { id, key, client_id, ...invoice } of await claimDueInvoices(query)) {
      const due = nextDueDate(invoice);
      const balanceCents = amountOwed(invoice);
      if (due === null) {
        continue;
      }
      await queueClientEmails(
        await listClientRecipients(query, client_id, "billing"),
        ({ name }) => ({
          deduplicationKey: key,
          kind: "invoice-due-soon",
          ...invoiceDueSoon(
            {
              contactPerson: name,
              number: invoice.number,
              description: invoice.description,
              amountCents: toCents(invoice.amount),
              balanceCents,
              due,
              amountDueCents: nextPayment(invoice)?.cents ?? balanceCents,
            },
            portalInvoiceUrl(config.publicUrl, id),
            brand,
          ),
        }),
        (email) => queueEmail(query, jobs, email),
      );
    }
  });
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
              invoice.id, invoice.client_id, invoice.invoice_number as number, invoice.description,
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
     select due.id, due.key, due.client_id, due.number, due.description, due.status, due.square_status,
            due.amount, due.total_paid_amount, due.next_payment_amount, due.due_date, due.next_payment_due_date
       from due join claimed on claimed.key = due.key`,
  );
}
