import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BATCH_SIZE, fetchPage } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern, quoteFilterValue } from "#app/api/client/like-pattern.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { type AuditEntry, matchActionLabels } from "#domain/audit/audit-entry.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** `from` is inclusive, `until` is exclusive. Null and empty values match everything. */
export type AuditLogFilter = {
  search: string;
  table: string;
  from: Instant | null;
  until: Instant | null;
};

const SEARCH_COLUMNS = ["actor", "actor_name", "row_id", "target_name", "client_name"];

/** Ignores further words, because the conditions are part of the URL. */
const MAX_SEARCH_WORDS = 8;

/** One page of the audit log, newest first. Each word of `search` matches the actor's name or email, the action, or the target's name, client or id, as the list shows them. */
export function auditLogQuery({ page, ...filter }: AuditLogFilter & { page: number }) {
  return queryOptions({
    queryKey: ["audit-log", filter, page],
    queryFn: async () => {
      const buildQuery = await createAuditQueryBuilder(filter);
      return fetchPage(page, (first, last) =>
        buildQuery(true)
          .order("at", { ascending: false })
          .order("id", { ascending: false })
          .range(first, last),
      );
    },
    placeholderData: keepPreviousData,
  });
}

/** All entries that match the filter, newest first. @throws {ApiError} */
export async function fetchAllAuditEntries(filter: AuditLogFilter): Promise<AuditEntry[]> {
  const buildQuery = await createAuditQueryBuilder(filter);
  const entries: AuditEntry[] = [];
  // Page by id, so that new entries do not shift the batches.
  for (let afterId = 0; ; ) {
    const batch = unwrap(await buildQuery(false).gt("id", afterId).order("id").limit(BATCH_SIZE));
    entries.push(...batch);
    const lastId = batch.at(-1)?.id;
    if (batch.length < BATCH_SIZE || lastId === undefined) {
      return entries.reverse();
    }
    afterId = lastId;
  }
}

async function createAuditQueryBuilder({ search, table, from, until }: AuditLogFilter) {
  const supabase = await getSupabase("admin");
  const conditions = createSearchConditions(search);
  return (withCount: boolean) => {
    let query = supabase.from("audit_log_list").select("*", withCount ? { count: "exact" } : {});
    if (table) {
      query = query.eq("table_name", table);
    }
    if (from) {
      query = query.gte("at", from);
    }
    if (until) {
      query = query.lt("at", until);
    }
    for (const condition of conditions) {
      query = query.or(condition);
    }
    return query;
  };
}

/** The conditions for `or(…)` that an entry must meet, one per word. */
export function createSearchConditions(search: string): string[] {
  const words = search.split(/\s+/).filter((word) => word !== "");
  return words.slice(0, MAX_SEARCH_WORDS).map((word) => {
    const { events, actions, tables, actionsWithTable } = matchActionLabels(word);
    const isIn = (column: string, values: readonly string[]) =>
      `${column}.in.(${values.map(quoteFilterValue).join(",")})`;
    return [
      anyColumnMatches(SEARCH_COLUMNS, containsPattern(word)),
      ...(events.length > 0 ? [isIn("event", events)] : []),
      ...(actions.length > 0 ? [`and(event.is.null,${isIn("action", actions)})`] : []),
      ...(tables.length > 0
        ? [`and(event.is.null,${isIn("table_name", tables)},${isIn("action", actionsWithTable)})`]
        : []),
    ].join(",");
  });
}

/** The names of the clients, projects, hosts and administrators with these ids. Other ids are omitted. */
export function auditNamesQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["audit-names", ids],
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const supabase = await getSupabase("admin");
      const [clients, projects, hosts, staff] = await Promise.all([
        supabase.from("clients").select("id, name:company").in("id", ids),
        supabase.from("projects").select("id, name:project_name").in("id", ids),
        supabase.from("consultation_hosts").select("id, name").in("id", ids),
        supabase.from("staff_names").select("id, name").in("id", ids),
      ]);
      const rows = [...unwrap(clients), ...unwrap(projects), ...unwrap(hosts), ...unwrap(staff)];
      return new Map(rows.flatMap(({ id, name }) => (id && name ? [[id, name] as const] : [])));
    },
    enabled: ids.length > 0,
  });
}
