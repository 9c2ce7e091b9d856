import { brand } from "#brand";
import { amountDue } from "#domain/invoice.ts";
import { toCents } from "#domain/money.ts";
import type { Query } from "#server/database.ts";
import { newInvoice, overdueInvoice } from "#server/email/messages/invoice.ts";
import { queueMail } from "#server/email/outbox.ts";
import type { Job } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";

const KINDS = { "invoice-new": newInvoice, "invoice-overdue": overdueInvoice } as const;

type News = {
  kind: keyof typeof KINDS;
  id: string;
  client_id: string;
  email: string;
  status: string;
  number: string;
  description: string;
  amount: string;
  total_paid_amount: string;
  due: string | null;
};

/**
 * Mails clients about invoices they can newly pay, and about those that became overdue: once an invoice and client, by
 * the outbox's key, and only within two days, so that no forgotten key can repeat one.
 */
export function announceInvoices({
  database,
  jobs,
  config,
}: Pick<Services, "database" | "jobs"> & { config: Pick<Services["config"], "publicUrl"> }): Job {
  return () =>
    database.bypassingPolicies({ reason: "announce invoices" }, async (query) => {
      for (const { kind, id, client_id, email, ...invoice } of await unannounced(query)) {
        const left = amountDue({
          status: invoice.status,
          amount: Number(invoice.amount),
          total_paid_amount: Number(invoice.total_paid_amount),
        });
        const told = { ...invoice, amountCents: toCents(Number(invoice.amount)), leftCents: left };
        await queueMail(query, jobs, {
          deduplicationKey: `${kind}:${id}:${client_id}`,
          kind,
          recipient: email,
          ...KINDS[kind](told, `${config.publicUrl}/client-portal?section=billing`, brand),
        });
      }
    });
}

/**
 * What is news, by six rules. The connection is alive, for without it nobody knows what was paid; and nobody is called
 * late before Square was asked, if the last comparison (one every six hours) was missed. It happened after
 * everything the account had was stored once: an old account's invoices are no news. It happened since the setting was
 * switched on. The client is active, has an account, and owes something. And the day itself is not long past: an invoice
 * assigned to a client late, or found overdue after an outage or in a restored backup, is the firm's to mention.
 */
function unannounced(query: Query): Promise<News[]> {
  return query<News>(
    `with news as (
       select 'invoice-new' as kind, invoice.id, invoice.payable_since as at
         from public.invoices as invoice, private.invoice_mails as setting
        where invoice.payable_since > greatest(setting.new_invoices_since, now() - interval '2 days')
          and setting.new_invoices_since is not null
          and (invoice.created_at > now() - interval '2 days' or invoice.issued_date >= current_date - 2)
          and coalesce(invoice.issued_date, current_date) >= current_date - 30
       union all
       select 'invoice-overdue', invoice.id, invoice.first_overdue_at
         from public.invoices as invoice, private.invoice_mails as setting
        where invoice.first_overdue_at > greatest(setting.overdue_since, now() - interval '2 days')
          and setting.overdue_since is not null and invoice.status = 'overdue'
          and coalesce(invoice.next_payment_due_date, invoice.due_date, current_date) >= current_date - 14
     )
     select news.kind, invoice.id, invoice.client_id, account.email, invoice.status, invoice.invoice_number as number,
            invoice.description, invoice.amount, invoice.total_paid_amount,
            coalesce(invoice.next_payment_due_date, invoice.due_date)::text as due
       from news
       join public.invoices as invoice on invoice.id = news.id
       join public.clients as client on client.id = invoice.client_id and client.status = 'active'
       join public.users as account on account.id = client.user_id and account.email <> ''
       join private.provider_connections as connection
         on connection.revoked_at is null and connection.merchant_id = invoice.square_merchant_id
        and news.at > connection.first_synced_at
        and (news.kind = 'invoice-new' or connection.last_synced_at > news.at - interval '7 hours')
      where invoice.status in ('pending', 'overdue') and invoice.amount > invoice.total_paid_amount
        and invoice.square_payment_url is not null
        and not exists (select from private.mail_outbox as told
                         where told.deduplication_key = news.kind || ':' || invoice.id || ':' || invoice.client_id)
      order by news.at
      limit 200`,
  );
}
