import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { INVOICE_LIST_KEY } from "#app/api/admin/invoices.ts";
import { fetchAllRows } from "#app/api/admin/list-page.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { groupBy } from "#domain/collections/group-by.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { sumOverdue } from "#domain/invoices/due-dates/due-payments.ts";
import type { Cents } from "#domain/money/money.ts";

/** Overdue amounts by client id. Clients without an overdue payment are omitted. */
export type OverdueByClient = ReadonlyMap<string, Cents>;

/** Returns the clients' overdue amounts as of `today`. */
export function overdueByClientQuery(clientIds: readonly string[], today: CalendarDate) {
  return queryOptions({
    queryKey: [INVOICE_LIST_KEY, "overdue-by-client", clientIds, today],
    queryFn: async (): Promise<OverdueByClient> => {
      const supabase = await getSupabase("admin");
      const invoices = await fetchAllRows((afterId, limit) => {
        const query = supabase
          .from("invoices")
          .select(
            "id, client_id, status, square_status, amount, total_paid_amount, due_date, next_payment_due_date, next_payment_amount, payment_schedule",
          )
          .eq("status", "overdue")
          .in("client_id", clientIds);
        return (afterId ? query.gt("id", afterId) : query).order("id").limit(limit);
      });
      return new Map(
        [...groupBy(invoices, ({ client_id: clientId }) => clientId ?? "")].map(
          ([clientId, ofClient]) => [clientId, sumOverdue(ofClient, today)] as const,
        ),
      );
    },
    enabled: clientIds.length > 0,
    placeholderData: keepPreviousData,
  });
}
