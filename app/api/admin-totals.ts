import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { CalendarDate } from "#domain/calendar-date.ts";
import { toCents } from "#domain/money.ts";
import { revenueMonths, revenueOf } from "#domain/revenue.ts";

/** Asked anew after every change to clients, projects or invoices. */
export const FIRM_TOTALS = ["firm-totals"];

/** The three figures of the dashboard, over all clients. */
export function firmTotals() {
  return queryOptions({
    queryKey: FIRM_TOTALS,
    queryFn: async () => {
      const admin = await backend("admin");
      const totals = dataOf(await admin.from("firm_totals").select("*").single());
      return {
        activeClients: totals.active_clients ?? 0,
        activeProjects: totals.active_projects ?? 0,
        outstandingCents: toCents(totals.outstanding_revenue),
      };
    },
  });
}

/** What was billed and paid in each of the last twelve months, this one included. */
export function revenueByMonth(today: CalendarDate) {
  return queryOptions({
    queryKey: [...FIRM_TOTALS, "revenue", today],
    queryFn: async () => {
      const admin = await backend("admin");
      const months = revenueMonths(today);
      const period = { first_day: months[0] ?? today, last_day: today };
      return revenueOf(months, dataOf(await admin.rpc("revenue_by_month", period)));
    },
  });
}
