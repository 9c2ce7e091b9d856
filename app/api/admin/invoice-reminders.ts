import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { batchReminders, MAX_REMINDERS } from "#domain/invoices/reminders/invoice-reminder.ts";
import { fetchAllInvoices, type InvoiceFilter } from "./invoices.ts";

const remindersApi = adminApi.invoices.reminders;

/** A reminder for an overdue invoice, or the reason why none is sent. */
export type InvoiceReminder = Awaited<ReturnType<typeof previewBatch>>[number];

/** One invoice, or all invoices that match a filter. */
export type ReminderSource = { invoiceId: string } | { filter: InvoiceFilter };

/** Whom reminders would be sent to, and which invoices are skipped. */
export function reminderPreviewQuery(source: ReminderSource) {
  return queryOptions({
    queryKey: ["invoice-reminders", source],
    queryFn: async () => {
      const ids =
        "invoiceId" in source
          ? [source.invoiceId]
          : (await fetchAllInvoices(source.filter)).map(({ id }) => id);
      const batches: InvoiceReminder[][] = [];
      for (let start = 0; start < ids.length; start += MAX_REMINDERS) {
        batches.push(await previewBatch(ids.slice(start, start + MAX_REMINDERS)));
      }
      return batches.flat();
    },
    // Don't reuse a preview. Recipients and amounts can change.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/**
 * Sends the reminders. Runs the requests one after the other, because each is one transaction.
 * @throws {ApiError} 404 if an invoice no longer exists
 */
export async function sendReminders(planned: readonly InvoiceReminder[]): Promise<InvoiceReminder[]> {
  const sent: InvoiceReminder[][] = [];
  for (const batch of batchReminders(planned)) {
    const invoiceIds = batch.map(({ invoiceId }) => invoiceId);
    const { reminders } = await readJson(remindersApi.$post({ json: { invoiceIds } }));
    sent.push(reminders);
  }
  return sent.flat();
}

/** The day of the last reminder for an invoice that its current client got, or null if there was none. */
export async function fetchLastReminder(invoice: {
  id: string;
  client_id: string | null;
}): Promise<CalendarDate | null> {
  if (!invoice.client_id) {
    return null;
  }
  const supabase = await getSupabase("admin");
  const [last] = unwrap(
    await supabase
      .from("invoice_reminders")
      .select("sent_on")
      .eq("invoice_id", invoice.id)
      .eq("client_id", invoice.client_id)
      .order("sent_on", { ascending: false })
      .limit(1),
  );
  return last?.sent_on ?? null;
}

async function previewBatch(invoiceIds: string[]) {
  const { reminders } = await readJson(remindersApi.preview.$post({ json: { invoiceIds } }));
  return reminders;
}
