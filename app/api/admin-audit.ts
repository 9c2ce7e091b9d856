import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listPage } from "#app/api/admin-list.ts";
import { backend } from "#app/api/backend.ts";
import { containing, quoted } from "#app/api/like-pattern.ts";

type Wanted = { search: string; table: string; page: number };

/** One page of the audit log, the newest first; `search` looks into who did it and the id of what. */
export function auditLog({ search, table, page }: Wanted) {
  return queryOptions({
    queryKey: ["audit-log", search, table, page],
    queryFn: async () => {
      const admin = await backend("admin");
      const pattern = quoted(containing(search.trim()));
      return listPage(page, (from, to) => {
        let wanted = admin.from("audit_log").select("*", { count: "exact" });
        if (table) wanted = wanted.eq("table_name", table);
        if (search.trim())
          wanted = wanted.or(
            ["actor", "action", "row_id"].map((column) => `${column}.ilike.${pattern}`).join(","),
          );
        return wanted.order("at", { ascending: false }).order("id", { ascending: false }).range(from, to);
      });
    },
    placeholderData: keepPreviousData,
  });
}
