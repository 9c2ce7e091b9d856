import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { findSkipReason, type ReminderSkipReason } from "#domain/invoices/reminders/invoice-reminder.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import { type ClientRecipient, listRecipientsByClient } from "#server/email/client-email.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { toInvoiceDetails } from "#server/invoices/invoice-email-details.ts";
import { type EmailedInvoice, queueOverdueEmails } from "#server/invoices/overdue-emails.ts";
import { storeCallerReminders } from "#server/invoices/store-reminders.ts";

/** A reminder for an overdue invoice, or the reason why none is sent. */
export type InvoiceReminder = {
  invoiceId: string;
  number: string;
  clientId: string | null;
  company: string | null;
  /** The amount that is late. */
  amountCents: Cents;
  due: CalendarDate | null;
  /** Each gets one email per client with all of its invoices. A name is empty if unknown. */
  recipients: { name: string; email: string }[];
  skipReason: ReminderSkipReason | null;
};

type PlannedReminder = {
  reminder: InvoiceReminder;
  details: EmailedInvoice["details"];
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
 * Emails the people who receive a client's billing emails about its overdue invoices: one email per person and client.
 * At most one reminder per invoice, client and day in the firm's time zone is sent. `query` must come from `asCaller`.
 * @throws {ApiError} 404 if an invoice does not exist. Nothing is sent then.
 */
export async function sendReminders(query: Query, options: ReminderOptions): Promise<InvoiceReminder[]> {
  const planned = await planReminders(query, options);
  const stored = await storeCallerReminders(
    query,
    planned.flatMap(({ reminder: { invoiceId, clientId, skipReason }, details }) =>
      clientId && skipReason === null ? [{ invoiceId, clientId, details }] : [],
    ),
    options.now,
  );
  const sent = planned.filter(({ reminder }) => stored.has(reminder.invoiceId));
  for (const [clientId, ofClient] of Map.groupBy(sent, ({ reminder }) => reminder.clientId)) {
    await queueOverdueEmails(
      ofClient.map(({ reminder, details }) => ({ id: reminder.invoiceId, details })),
      {
        company: ofClient[0]?.reminder.company ?? "",
        recipients: ofClient[0]?.recipients ?? [],
        publicUrl: options.publicUrl,
        // No other reminder to this client on this day contains the invoice.
        createKey: (invoiceId) => `invoice-reminder:${invoiceId}:${clientId}:${firmToday(options.now)}`,
        queue: (email) => queueCallerEmail(query, email),
      },
    );
  }
  const isChanged = ({ invoiceId, skipReason }: InvoiceReminder) =>
    skipReason === null && !stored.has(invoiceId);
  const changedIds = planned.flatMap(({ reminder }) => (isChanged(reminder) ? [reminder.invoiceId] : []));
  if (changedIds.length === 0) {
    return planned.map(({ reminder }) => reminder);
  }
  const changed = await previewReminders(query, { ...options, invoiceIds: changedIds });
  const changedById = new Map(changed.map((reminder) => [reminder.invoiceId, reminder]));
  return planned.map(({ reminder }) => {
    const current = changedById.get(reminder.invoiceId);
    return current ? { ...current, skipReason: current.skipReason ?? "changed" } : reminder;
  });
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
        clientId: invoice.client_id,
        company: invoice.company,
        amountCents: details.amountDueCents,
        due: details.due,
        recipients: recipients.map(({ name, email }) => ({ name, email })),
        skipReason: findSkipReason(invoice, {
          isClientActive: invoice.client_status === "active",
          wasRemindedToday: invoice.was_reminded_today,
          recipientCount: recipients.length,
        }),
      },
      details,
      recipients,
    };
  });
}
