import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { lastTwelveMonths, toRevenueMonths } from "#domain/invoices/reports/revenue.ts";
import { toCents } from "#domain/money/money.ts";

/** Query key of the dashboard totals. Invalidated by every change to clients, projects or invoices. */
export const FIRM_TOTALS_KEY = ["firm-totals"];

/** Dashboard totals across all clients. */
export function firmTotalsQuery() {
  return queryOptions({
    queryKey: FIRM_TOTALS_KEY,
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const totals = unwrap(await supabase.from("firm_totals").select("*").single());
      return {
        activeClients: totals.active_clients,
        activeProjects: totals.active_projects,
        outstandingCents: toCents(totals.outstanding_revenue),
        unpaid: {
          billedCents: toCents(totals.unpaid_billed),
          paidCents: toCents(totals.unpaid_paid),
          refundedCents: toCents(totals.unpaid_refunded),
        },
        /** Unpaid invoices without a client. The outstanding amount includes them. */
        unassignedCount: totals.unassigned_unpaid_count,
        /** Those that need a client, because they are not of a dismissed plan. */
        assignableCount: totals.assignable_unpaid_count,
      };
    },
  });
}

/** Amounts billed and paid per month over the last twelve months, including the current one. */
export function revenueByMonthQuery(today: CalendarDate) {
  return queryOptions({
    queryKey: [...FIRM_TOTALS_KEY, "revenue", today],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const months = lastTwelveMonths(today);
      const period = { first_day: months[0] ?? today, last_day: today };
      return toRevenueMonths(months, unwrap(await supabase.rpc("revenue_by_month", period)));
    },
  });
}
