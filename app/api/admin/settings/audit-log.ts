import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BATCH_SIZE, fetchPage } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { containsPattern } from "#app/api/client/like-pattern.ts";
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

/** Ignores further words, which would make the search slow. */
const MAX_SEARCH_WORDS = 8;
/** Other changes of a request that are fetched. */
const MAX_OTHER_CHANGES = 100;

/**
 * One page of the audit log, newest first. Each entry is a request with one or more changes (`entry_count`). It has the time
 * and the author of the first change, and otherwise the values of the one that describes the request. A request matches the
 * filter if one of its changes does: each word of `search` matches the actor's name or email, the action, or the target's
 * name, client or id.
 */
export function auditLogQuery({ page, ...filter }: AuditLogFilter & { page: number }) {
  return queryOptions({
    queryKey: ["audit-log", filter, page],
    queryFn: async () => {
      const buildQuery = await createAuditQueryBuilder(filter, { onlyFirst: true });
      const result = await fetchPage(page, (first, last) =>
        buildQuery(true)
          .order("at", { ascending: false })
          .order("id", { ascending: false })
          .range(first, last),
      );
      return { ...result, rows: await addTitles(result.rows) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Replaces each first change with the one that describes the request, with the time and the author of the first one. */
async function addTitles(rows: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const ids = rows.filter((row) => row.title_id !== row.id).map((row) => row.title_id);
  if (ids.length === 0) {
    return [...rows];
  }
  const supabase = await getSupabase("admin");
  const titles = unwrap(await supabase.from("audit_log_list").select("*").in("id", ids));
  return rows.map((row) => {
    const title = titles.find(({ id }) => id === row.title_id) ?? row;
    const { id, at, actor_id, actor, actor_name, entry_count, title_id } = row;
    return { ...title, ...{ id, at, actor_id, actor, actor_name, entry_count, title_id } };
  });
}

/** The other changes of a request in the order they were made, at most the first 100. */
export function otherChangesQuery({ id, title_id: titleId, entry_count: count }: AuditEntry) {
  return queryOptions({
    // Steps in Square can add changes and replace the title.
    queryKey: ["audit-log", "request", id, titleId, count],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("audit_log_list")
          .select("*")
          .or(`id.eq.${id},part_of.eq.${id}`)
          .neq("id", titleId)
          .order("id")
          .limit(MAX_OTHER_CHANGES),
      );
    },
    enabled: count > 1,
  });
}

/** All changes of the requests that match the filter, newest first. @throws {ApiError} */
export async function fetchAllAuditEntries(filter: AuditLogFilter): Promise<AuditEntry[]> {
  const buildQuery = await createAuditQueryBuilder(filter, { onlyFirst: false });
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

async function createAuditQueryBuilder(
  { search, table, from, until }: AuditLogFilter,
  { onlyFirst }: { onlyFirst: boolean },
) {
  const supabase = await getSupabase("admin");
  const params = { terms: createSearchTerms(search), target_table: table, only_first: onlyFirst };
  return (withCount: boolean) => {
    let query = supabase.rpc("search_audit_log", params, withCount ? { count: "exact" } : {}).select("*");
    if (from) {
      query = query.gte("at", from);
    }
    if (until) {
      query = query.lt("at", until);
    }
    return query;
  };
}

/** The terms for `search_audit_log()`, one per word. */
function createSearchTerms(search: string) {
  const words = search.split(/\s+/).filter((word) => word !== "");
  return words
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => ({ pattern: containsPattern(word), ...matchActionLabels(word) }));
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
