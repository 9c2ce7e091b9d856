import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";
import { toCents } from "#domain/money.ts";

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
