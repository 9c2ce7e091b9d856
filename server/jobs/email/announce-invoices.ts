import { brand } from "#brand";
import { compareDates } from "#domain/dates/calendar-date.ts";
import type { Query } from "#server/database/database.ts";
import {
  type ClientRecipient,
  listRecipientsByClient,
  queueClientEmails,
} from "#server/email/client-email.ts";
import { newInvoice } from "#server/email/messages/invoice.ts";
import { type OutgoingEmail, queueEmail } from "#server/email/outbox.ts";
import { portalInvoiceUrl, toInvoiceDetails } from "#server/invoices/invoice-email-details.ts";
import { queueOverdueEmails } from "#server/invoices/overdue-emails.ts";
import { storeAutomaticReminders } from "#server/invoices/store-reminders.ts";
import { announceDueInvoices } from "#server/jobs/email/announce-due-invoices.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { Services } from "#server/services.ts";

/**
 * Emails clients about new invoices, payments due in 3 days and overdue invoices, once per invoice and client. Overdue
 * invoices that a run finds share an email. Announces only invoices that became payable or overdue in the last 2 days, so
 * that deleting old outbox rows cannot cause a second email.
 */
export function createAnnounceInvoicesJob({
  database,
  jobs,
  config,
}: Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> }): JobHandler {
  return async () => {
    await announceDueInvoices({ database, jobs, config });
    await database.bypassPolicies({ reason: "announce invoices" }, async (query) => {
      // Serializes runs, so that no invoice is announced twice.
      await query("select pg_advisory_xact_lock(hashtextextended('announce invoices', 0))");
      const invoices = await listUnannouncedInvoices(query);
      const recipientsByClient = await listRecipientsByClient(
        query,
        invoices.map(({ client_id }) => client_id),
        "billing",
      );
      const context: Context = {
        query,
        publicUrl: config.publicUrl,
        now: new Date(),
        recipientsByClient,
        queue: (email) => queueEmail(query, jobs, email),
      };
      await announceNewInvoices(
        context,
        invoices.filter(({ kind }) => kind === "invoice-new"),
      );
      await announceOverdueInvoices(
        context,
        invoices.filter(({ kind }) => kind === "invoice-overdue"),
      );
    });
  };
}

type UnannouncedInvoice = Awaited<ReturnType<typeof listUnannouncedInvoices>>[number];

type Context = {
  query: Query;
  publicUrl: string;
  now: Date;
  recipientsByClient: ReadonlyMap<string, ClientRecipient[]>;
  queue: (email: OutgoingEmail) => Promise<unknown>;
};

async function announceNewInvoices(
  { publicUrl, now, recipientsByClient, queue }: Context,
  invoices: readonly UnannouncedInvoice[],
): Promise<void> {
  for (const { id, client_id, ...invoice } of invoices) {
    const details = toInvoiceDetails(invoice, now);
    await queueClientEmails(
      recipientsByClient.get(client_id) ?? [],
      ({ name }) => ({
        deduplicationKey: `invoice-new:${id}:${client_id}`,
        kind: "invoice-new",
        ...newInvoice({ ...details, contactPerson: name }, portalInvoiceUrl(publicUrl, id), brand),
      }),
      queue,
    );
  }
}

async function announceOverdueInvoices(
  context: Context,
  invoices: readonly UnannouncedInvoice[],
): Promise<void> {
  const { query, publicUrl, now, recipientsByClient, queue } = context;
  const overdue = invoices
    .filter(({ client_id }) => recipientsByClient.has(client_id))
    .map((invoice) => ({ ...invoice, details: toInvoiceDetails(invoice, now) }));
  const stored = await storeAutomaticReminders(
    query,
    overdue.map(({ id, client_id, details }) => ({ invoiceId: id, clientId: client_id, details })),
    now,
  );
  const reminded = overdue
    .filter(({ id }) => stored.has(id))
    .toSorted((one, other) => compareDates(one.details.due, other.details.due));
  for (const [clientId, ofClient] of Map.groupBy(reminded, ({ client_id }) => client_id)) {
    await queueOverdueEmails(ofClient, {
      company: ofClient[0]?.company ?? "",
      recipients: recipientsByClient.get(clientId) ?? [],
      publicUrl,
      createKey: (id) => `invoice-overdue:${id}:${clientId}`,
      queue,
    });
  }
}

/**
 * Lists the invoices to announce. An invoice must meet all of these conditions:
 * - Square is connected, because payments are unknown otherwise. Overdue invoices also require a sync in the last 7
 *   hours, so that no client gets a reminder for a paid invoice. Syncs run every 6 hours.
 * - The invoice became payable or overdue after the first sync and after the emails were turned on. An invoice that was
 *   created here and is delivered as a link is announced even if the emails are turned off.
 * - Square does not email the invoice or its reminders, because it was created here that way.
 * - No reminder for the overdue invoice has been sent to the client.
 * - An amount is owed, no payment is processing, and the client is active and has an account.
 * - It was not assigned in the last 10 minutes, because the administrator may undo the assignment.
 * - The issue date or due date is recent. The firm contacts clients directly about invoices that were assigned late, or
 *   that were found overdue after an outage or in a restored backup.
 */
function listUnannouncedInvoices(query: Query) {
  return query(
    `with candidates as (
       select 'invoice-new' as kind, invoice.id, invoice.payable_since as at
         from public.invoices as invoice
         left join public.invoice_drafts as draft on draft.square_invoice_id = invoice.square_invoice_id
        cross join public.email_settings as settings
        where invoice.payable_since > greatest(settings.new_invoices_since, now() - interval '2 days')
          and (settings.new_invoices_since is not null or draft.delivery = 'link')
          and draft.delivery is distinct from 'email'
          and (invoice.created_at > now() - interval '2 days' or invoice.issued_date >= current_date - 2)
          and coalesce(invoice.issued_date, current_date) >= current_date - 30
       union all
       select 'invoice-overdue', invoice.id, invoice.first_overdue_at
         from public.invoices as invoice, public.email_settings as settings
        where invoice.first_overdue_at > greatest(settings.overdue_since, now() - interval '2 days')
          and settings.overdue_since is not null
          and coalesce(private.invoice_overdue_date(invoice.status, invoice.next_payment_due_date, invoice.due_date),
                       current_date) >= current_date - 14
          and invoice.status = 'overdue'
          and not exists (select from public.invoice_drafts as draft
                           where draft.square_invoice_id = invoice.square_invoice_id and draft.reminder_days <> '{}')
          and not exists (select from public.invoice_reminders as reminder
                           where reminder.invoice_id = invoice.id and reminder.client_id = invoice.client_id)
     )
     select candidates.kind, invoice.id, invoice.client_id, client.company, invoice.status, invoice.invoice_number as number,
            invoice.description, invoice.amount, invoice.total_paid_amount, invoice.square_status,
            invoice.due_date::text as due_date, invoice.next_payment_due_date::text as next_payment_due_date,
            invoice.next_payment_amount, invoice.payment_schedule, invoice.time_zone
       from candidates
       join public.invoices as invoice on invoice.id = candidates.id
       join public.clients as client on client.id = invoice.client_id and client.status = 'active'
       join private.provider_connections as connection
         on connection.revoked_at is null and connection.merchant_id = invoice.square_merchant_id
        and candidates.at > connection.first_synced_at
        and (candidates.kind = 'invoice-new' or connection.last_synced_at > candidates.at - interval '7 hours')
      where private.invoice_amount_owed(invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount) > 0
        and not invoice.is_processing
        and not private.was_just_assigned(invoice.client_assigned_at)
        and invoice.square_payment_url is not null
        and exists (select from public.client_members as member
                     where member.client_id = client.id and member.suspended_at is null)
        and not exists (select from private.email_outbox as announced
                         where announced.deduplication_key = candidates.kind || ':' || invoice.id || ':' || invoice.client_id)
      order by candidates.at
      limit 200`,
  );
}
