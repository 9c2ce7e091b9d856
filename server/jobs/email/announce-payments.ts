import { brand } from "#brand";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { paymentMethodLabel } from "#domain/invoices/payments/payment-label.ts";
import { toCents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { paymentReceived } from "#server/email/messages/payment.ts";
import { queueEmail } from "#server/email/outbox.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> };

/** Emails a receipt to the client for each completed payment of an invoice, once per payment. */
export function createAnnouncePaymentsJob({ database, jobs, config }: Dependencies): JobHandler {
  return () =>
    database.bypassPolicies({ reason: "announce payments" }, async (query) => {
      for (const payment of await claimPayments(query)) {
        await queueClientEmails(
          await listClientRecipients(query, payment.client_id, "billing"),
          ({ name }) => ({
            deduplicationKey: payment.key,
            kind: "payment-received",
            ...paymentReceived(
              {
                contactPerson: name,
                invoiceId: payment.invoice_id,
                invoiceNumber: payment.invoice_number,
                amountCents: toCents(payment.paid_amount),
                tipCents: toCents(payment.tip_amount),
                balanceCents: amountOwed(payment),
                isPaidInFull: payment.status === "paid",
                paidOn: calendarDate(payment.paid_on),
                method: paymentMethodLabel(payment),
                receiptNumber: payment.receipt_number,
              },
              config.publicUrl,
              brand,
            ),
          }),
          (email) => queueEmail(query, jobs, email),
        );
      }
    });
}

/**
 * Claims payments that were completed in the last 2 days and made after the first sync. Bank transfers take days to
 * complete. A refund also changes the payment, so payments older than 10 days are never announced. Payments of an invoice
 * that was assigned in the last 10 minutes are skipped, because the administrator may undo the assignment.
 */
function claimPayments(query: Query) {
  return query(
    `with received as (
       select 'payment-received:' || payment.id as key, invoice.client_id, invoice.id as invoice_id,
              invoice.invoice_number, invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount,
              payment.amount as paid_amount, payment.tip_amount, payment.method, payment.card_brand, payment.card_last4,
              payment.receipt_number, (payment.created_at at time zone invoice.time_zone)::date::text as paid_on
         from public.invoice_payments as payment
         join public.invoices as invoice on invoice.id = payment.invoice_id
         join public.clients as client on client.id = invoice.client_id and client.status = 'active'
         join private.provider_connections as connection
           on connection.merchant_id = invoice.square_merchant_id and payment.created_at > connection.first_synced_at
         cross join public.email_settings as settings
        where payment.kind = 'payment' and payment.status = 'completed' and payment.amount > 0
          and payment.updated_at > now() - interval '2 days'
          and payment.created_at > greatest(settings.client_news_since, now() - interval '10 days')
          and not private.was_just_assigned(invoice.client_assigned_at)
          and not exists (select from private.announcements as announced
                           where announced.key = 'payment-received:' || payment.id)
        order by payment.created_at
        limit 200
     ), claimed as (
       insert into private.announcements (key) select received.key from received on conflict do nothing returning key
     )
     select received.key, received.client_id, received.invoice_id, received.invoice_number,
            received.status, received.square_status, received.amount, received.total_paid_amount, received.paid_amount,
            received.tip_amount, received.method, received.card_brand, received.card_last4, received.receipt_number,
            received.paid_on
       from received join claimed on claimed.key = received.key`,
  );
}
