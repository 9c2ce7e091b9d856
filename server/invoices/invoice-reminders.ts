import { brand } from "#brand";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { findSkipReason, type ReminderSkipReason } from "#domain/invoices/reminders/invoice-reminder.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import {
  type ClientRecipient,
  listRecipientsByClient,
  queueClientEmails,
} from "#server/email/client-email.ts";
import { formatPerson } from "#server/email/format-person.ts";
import { type InvoiceDetails, overdueInvoice } from "#server/email/messages/invoice.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { portalInvoiceUrl, toInvoiceDetails } from "#server/invoices/invoice-email-details.ts";

/** A reminder for an overdue invoice, or the reason why none is sent. */
export type InvoiceReminder = {
  invoiceId: string;
  number: string;
  company: string | null;
  /** The amount that is late. */
  amountCents: Cents;
  due: CalendarDate | null;
  /** Names and email addresses. */
  recipients: string[];
  skipReason: ReminderSkipReason | null;
};

type PlannedReminder = {
  reminder: InvoiceReminder;
  clientId: string | null;
  details: Omit<InvoiceDetails, "contactPerson">;
  recipients: ClientRecipient[];
};

type ReminderOptions = { invoiceIds: string[]; now: Date; publicUrl: string };

/**
 * Returns the reminders that `sendReminders` would send, the oldest due date first.
 * @throws {ApiError} 404 if an invoice does not exist
 */
export async function previewReminders(
  query: Query,
  options: Omit<ReminderOptions, "publicUrl">,
): Promise<InvoiceReminder[]> {
  return (await planReminders(query, options)).map(({ reminder }) => reminder);
}

/**
 * Emails the people who receive a client's billing emails about its overdue invoices. At most one reminder per invoice,
 * client and day in the firm's time zone is sent. `query` must come from `asCaller`.
 * @throws {ApiError} 404 if an invoice does not exist. Nothing is sent then.
 */
export async function sendReminders(query: Query, options: ReminderOptions): Promise<InvoiceReminder[]> {
  const reminders: InvoiceReminder[] = [];
  for (const planned of await planReminders(query, options)) {
    reminders.push(await sendReminder(query, planned, options));
  }
  return reminders;
}

async function sendReminder(
  query: Query,
  { reminder, clientId, details, recipients }: PlannedReminder,
  { now, publicUrl }: ReminderOptions,
): Promise<InvoiceReminder> {
  if (reminder.skipReason || !clientId) {
    return reminder;
  }
  const { invoiceId, amountCents } = reminder;
  const today = firmToday(now);
  const stored = await query(
    `insert into endpoints.invoice_reminders (invoice_id, client_id, sent_on, amount_cents) values ($1, $2, $3, $4)
     on conflict (invoice_id, client_id, sent_on) do nothing returning id`,
    [invoiceId, clientId, today, amountCents],
  );
  if (stored.length === 0) {
    // A reminder has been sent since the invoices were read.
    return { ...reminder, skipReason: "already_reminded" };
  }
  await queueClientEmails(
    recipients,
    ({ name }) => ({
      deduplicationKey: `invoice-reminder:${invoiceId}:${clientId}:${today}`,
      kind: "invoice-overdue",
      ...overdueInvoice({ ...details, contactPerson: name }, portalInvoiceUrl(publicUrl, invoiceId), brand),
    }),
    (email) => queueCallerEmail(query, email),
  );
  return reminder;
}

async function planReminders(
  query: Query,
  { invoiceIds, now }: Omit<ReminderOptions, "publicUrl">,
): Promise<PlannedReminder[]> {
  const invoices = await query(
    `select invoice.id, invoice.client_id, client.company, client.status as client_status, invoice.status,
            invoice.invoice_number as number, invoice.description, invoice.amount, invoice.total_paid_amount,
            invoice.square_status, invoice.due_date::text as due_date,
            invoice.next_payment_due_date::text as next_payment_due_date, invoice.next_payment_amount,
            invoice.payment_schedule, invoice.time_zone, invoice.is_processing,
            exists (select from public.invoice_reminders as reminder
                     where reminder.invoice_id = invoice.id and reminder.client_id = invoice.client_id
                       and reminder.sent_on = $2) as was_reminded_today
       from public.invoices as invoice
       left join public.clients as client on client.id = invoice.client_id
      where invoice.id = any($1::uuid[])
      order by coalesce(invoice.next_payment_due_date, invoice.due_date), invoice.invoice_number, invoice.id`,
    [invoiceIds, firmToday(now)],
  );
  if (invoices.length < invoiceIds.length) {
    throw new ApiError(404, "unknown_invoice", "One of the invoices no longer exists.");
  }
  const clientIds = invoices.flatMap(({ client_id }) => client_id ?? []);
  const recipientsByClient = await listRecipientsByClient(query, clientIds, "billing");
  return invoices.map((invoice) => {
    const recipients = recipientsByClient.get(invoice.client_id ?? "") ?? [];
    const details = toInvoiceDetails(invoice, now);
    return {
      reminder: {
        invoiceId: invoice.id,
        number: invoice.number,
        company: invoice.company,
        amountCents: details.amountDueCents,
        due: details.due,
        recipients: recipients.map(({ name, email }) => formatPerson(name, email)),
        skipReason: findSkipReason(invoice, {
          isClientActive: invoice.client_status === "active",
          wasRemindedToday: invoice.was_reminded_today,
          recipientCount: recipients.length,
        }),
      },
      clientId: invoice.client_id,
      details,
      recipients,
    };
  });
}
