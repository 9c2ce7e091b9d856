import { dateIn } from "#domain/calendar-date.ts";
import { parseSchedule } from "#domain/payment-schedule.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import { portalStatus } from "#server/payments/square/invoice-status.ts";
import { retryingConflicts } from "#server/payments/sync/database-conflicts.ts";
import { settlePastDue } from "#server/payments/sync/store-subscriptions.ts";

const AT_A_TIME = 500;

type OpenInvoice = {
  id: string;
  status: string;
  square_status: string;
  square_version: string | null;
  payment_schedule: unknown;
  time_zone: string;
};

/**
 * Lateness comes with midnight, without any event: open invoices get the status today's date in their own zone gives
 * them, by the rule the sync uses.
 */
export async function recomputeOverdue({
  database,
  now,
}: Pick<PaymentParts, "database" | "now">): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const invoices: OpenInvoice[] = await database.bypassingPolicies(
      { reason: "recompute overdue" },
      (query) =>
        query<OpenInvoice>(
          `select id, status, square_status, square_version, payment_schedule, time_zone from public.invoices
          where status in ('pending', 'overdue') and square_status is not null and id > $1
          order by id limit $2`,
          [after, AT_A_TIME],
        ),
    );
    const changes = invoices
      .map(({ id, status, square_version, ...invoice }) => {
        const today = dateIn(now(), invoice.time_zone);
        const due = portalStatus(invoice.square_status, parseSchedule(invoice.payment_schedule), today);
        return { id, square_version, from: status, to: due };
      })
      .filter(({ from, to }) => from !== to);
    if (changes.length > 0)
      await retryingConflicts(() =>
        database.bypassingPolicies({ reason: "recompute overdue" }, (query) =>
          // What a webhook has changed meanwhile is newer than what was read.
          query(
            `update public.invoices as stored set status = change.to
               from jsonb_to_recordset($1::jsonb) as change (id uuid, square_version bigint, "from" text, "to" text)
              where stored.id = change.id and stored.status = change.from
                and stored.square_version is not distinct from change.square_version`,
            [JSON.stringify(changes)],
          ),
        ),
      );
    const last = invoices.at(-1);
    if (!last || invoices.length < AT_A_TIME) break;
    after = last.id;
  }
  await database.bypassingPolicies({ reason: "settle past-due subscriptions" }, settlePastDue);
}
