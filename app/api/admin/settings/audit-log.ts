import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchPage } from "#app/api/admin/list-page.ts";
import { containsPattern, quoteFilterValue } from "#app/api/client/like-pattern.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

type AuditLogFilter = { search: string; table: string; page: number };

/** One page of the audit log, newest first. `search` matches actor, action and target id. */
export function auditLogQuery({ search, table, page }: AuditLogFilter) {
  return queryOptions({
    queryKey: ["audit-log", search, table, page],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const pattern = quoteFilterValue(containsPattern(search.trim()));
      return fetchPage(page, (from, to) => {
        let query = supabase.from("audit_log").select("*", { count: "exact" });
        if (table) {
          query = query.eq("table_name", table);
        }
        if (search.trim()) {
          query = query.or(
            ["actor", "action", "row_id"].map((column) => `${column}.ilike.${pattern}`).join(","),
          );
        }
        return query.order("at", { ascending: false }).order("id", { ascending: false }).range(from, to);
      });
    },
    placeholderData: keepPreviousData,
  });
}
