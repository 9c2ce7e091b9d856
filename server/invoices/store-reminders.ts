import { firmToday } from "#domain/firm/firm-today.ts";
import type { Query } from "#server/database/database.ts";
import type { EmailedInvoice } from "#server/invoices/overdue-emails.ts";

/** A reminder to store, with the amounts that its email is based on. */
export type NewReminder = {
  invoiceId: string;
  clientId: string;
  details: Pick<EmailedInvoice["details"], "amountDueCents" | "balanceCents">;
};

/**
 * Stores the reminders that an administrator sends, and returns the ids of their invoices. Leaves out invoices that got a
 * reminder, a payment, another amount or another client since they were read. `query` must come from `asCaller`.
 */
export async function storeCallerReminders(
  query: Query,
  reminders: readonly NewReminder[],
  now: Date,
): Promise<Set<string>> {
  await lockReminders(query);
  const stored = await query(
    `insert into endpoints.invoice_reminders (invoice_id, client_id, sent_on, amount_cents)
     select planned.invoice_id, planned.client_id, $5::date, planned.amount_cents
       from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[])
              as planned (invoice_id, client_id, amount_cents, balance_cents)
       join public.invoices as invoice
         on invoice.id = planned.invoice_id and invoice.client_id = planned.client_id
            and (invoice.amount - invoice.total_paid_amount) * 100 = planned.balance_cents
            and invoice.status = 'overdue' and not invoice.is_processing
     on conflict (invoice_id, client_id, sent_on) do nothing returning invoice_id`,
    toParams(reminders, now),
  );
  return new Set(stored.map(({ invoice_id }) => invoice_id));
}

/** Like `storeCallerReminders`, for automatic reminders. The table is written directly, because there is no caller. */
export async function storeAutomaticReminders(
  query: Query,
  reminders: readonly NewReminder[],
  now: Date,
): Promise<Set<string>> {
  await lockReminders(query);
  const stored = await query(
    `insert into public.invoice_reminders (invoice_id, client_id, sent_on, amount_cents)
     select planned.invoice_id, planned.client_id, $5::date, planned.amount_cents
       from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[])
              as planned (invoice_id, client_id, amount_cents, balance_cents)
       join public.invoices as invoice
         on invoice.id = planned.invoice_id and invoice.client_id = planned.client_id
            and (invoice.amount - invoice.total_paid_amount) * 100 = planned.balance_cents
            and invoice.status = 'overdue' and not invoice.is_processing
     on conflict (invoice_id, client_id, sent_on) do nothing returning invoice_id`,
    toParams(reminders, now),
  );
  return new Set(stored.map(({ invoice_id }) => invoice_id));
}

/**
 * Serializes transactions that store reminders. Otherwise, an insert that waits for another transaction would miss changes
 * to invoices, because it reads them before it waits.
 */
async function lockReminders(query: Query): Promise<void> {
  await query("select pg_advisory_xact_lock(hashtextextended('invoice reminders', 0))");
}

function toParams(
  reminders: readonly NewReminder[],
  now: Date,
): [string[], string[], number[], number[], string] {
  return [
    reminders.map(({ invoiceId }) => invoiceId),
    reminders.map(({ clientId }) => clientId),
    reminders.map(({ details }) => details.amountDueCents),
    reminders.map(({ details }) => details.balanceCents),
    firmToday(now),
  ];
}
