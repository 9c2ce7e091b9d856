import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import type { StatementRow } from "#server/database/query.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { getPortalStatus } from "#server/payments/square/mapping/invoice-status.ts";
import { retryOnConflict } from "#server/payments/sync/database-conflicts.ts";
import { updatePastDueStatuses } from "#server/payments/sync/store-subscriptions.ts";

const BATCH_SIZE = 500;

const OPEN_INVOICES_QUERY = `
  select id, status, square_status, square_version, payment_schedule, time_zone from public.invoices
   where status in ('pending', 'overdue') and square_status is not null and id > $1
   order by id limit $2`;

/**
 * Recomputes the status of open invoices for today's date in each invoice's time zone, with the same rule as the sync.
 * Square sends no event when an invoice becomes overdue.
 */
export async function recomputeOverdue({
  database,
  now,
}: Pick<PaymentContext, "database" | "now">): Promise<void> {
  let lastId = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const invoices: StatementRow<typeof OPEN_INVOICES_QUERY>[] = await database.bypassPolicies(
      { reason: "recompute overdue" },
      (query) => query(OPEN_INVOICES_QUERY, [lastId, BATCH_SIZE]),
    );
    const changes = invoices
      .map(({ id, status, square_version, ...invoice }) => {
        const today = dateInTimeZone(now(), invoice.time_zone);
        const newStatus = getPortalStatus(
          invoice.square_status,
          parseSchedule(invoice.payment_schedule),
          today,
        );
        return { id, square_version, from: status, to: newStatus };
      })
      .filter(({ from, to }) => from !== to);
    if (changes.length > 0) {
      await retryOnConflict(() =>
        database.bypassPolicies({ reason: "recompute overdue" }, (query) =>
          // Skip invoices that a webhook has changed since they were read.
          query(
            `update public.invoices as stored set status = change.to
               from jsonb_to_recordset($1::jsonb) as change (id uuid, square_version bigint, "from" text, "to" text)
              where stored.id = change.id and stored.status = change.from
                and stored.square_version is not distinct from change.square_version`,
            [JSON.stringify(changes)],
          ),
        ),
      );
    }
    const lastInvoice = invoices.at(-1);
    if (!lastInvoice || invoices.length < BATCH_SIZE) {
      break;
    }
    lastId = lastInvoice.id;
  }
  await database.bypassPolicies({ reason: "update past-due subscriptions" }, updatePastDueStatuses);
}
