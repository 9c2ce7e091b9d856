import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { MAX_REMINDERS } from "#domain/invoices/reminders/invoice-reminder.ts";
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
      return runInBatches(ids, previewBatch);
    },
    // Don't reuse a preview. Recipients and amounts can change.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Sends the reminders. @throws {ApiError} 404 if an invoice no longer exists */
export function sendReminders(invoiceIds: readonly string[]): Promise<InvoiceReminder[]> {
  return runInBatches(invoiceIds, async (ids) => {
    const { reminders } = await readJson(remindersApi.$post({ json: { invoiceIds: ids } }));
    return reminders;
  });
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

/** Runs the batches one after the other, because each is one transaction. */
async function runInBatches<Result>(
  ids: readonly string[],
  run: (batch: string[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < ids.length; start += MAX_REMINDERS) {
    results.push(...(await run(ids.slice(start, start + MAX_REMINDERS))));
  }
  return results;
}
