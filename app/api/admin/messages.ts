import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { containsPattern } from "#app/api/client/like-pattern.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { toInstant } from "#domain/dates/instant.ts";

/** Query key prefix for all data about messages. */
export const MESSAGES_KEY = "messages";

/** Status filter for conversations with unread messages. */
export const UNREAD_FILTER = "unread";

/** Messages per page of a conversation. Earlier pages are loaded on demand. */
export const MESSAGE_PAGE_SIZE = 50;

const THREAD_POLL_INTERVAL_MS = 5_000;
const COUNT_POLL_INTERVAL_MS = 60_000;

/** One page of the conversations, latest message first. `search` matches the company. */
export function conversationListQuery({
  search,
  status,
  page,
}: Omit<ListParams<typeof UNREAD_FILTER>, "sort">) {
  return queryOptions({
    queryKey: [MESSAGES_KEY, "threads", search, status, page],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return fetchPage(page, (from, to) => {
        let query = supabase.from("message_threads").select("*", { count: "exact" });
        if (status === UNREAD_FILTER) {
          query = query.gt("unread_count", 0);
        }
        if (search.trim()) {
          query = query.ilike("company", containsPattern(search.trim()));
        }
        return query.order("last_message_at", { ascending: false }).order("client_id").range(from, to);
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: COUNT_POLL_INTERVAL_MS,
  });
}

const UNREAD_THREADS_LIMIT = 5;

async function fetchUnreadThreads() {
  const supabase = await getSupabase("admin");
  return unwrap(
    await supabase
      .from("message_threads")
      .select("client_id, company, unread_count, last_message_at")
      .gt("unread_count", 0)
      .order("last_message_at")
      .limit(UNREAD_THREADS_LIMIT),
  );
}

/** A conversation with unread messages from the client. */
export type UnreadThread = Awaited<ReturnType<typeof fetchUnreadThreads>>[number];

/** The conversations that have been unread the longest. */
export function unreadThreadsQuery() {
  return queryOptions({
    queryKey: [MESSAGES_KEY, "unread-threads"],
    queryFn: fetchUnreadThreads,
    refetchInterval: COUNT_POLL_INTERVAL_MS,
  });
}

/** Number of unread messages from clients. */
export function unreadMessageCountQuery() {
  return queryOptions({
    queryKey: [MESSAGES_KEY, "unread"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(await supabase.from("firm_totals").select("unread_count").single()).unread_count;
    },
    refetchInterval: COUNT_POLL_INTERVAL_MS,
  });
}

async function fetchThread(clientId: string, limit: number) {
  const supabase = await getSupabase("admin");
  const response = await supabase
    .from("messages")
    .select("id, sender_role, body, created_at, read_by_client_at, read_by_firm_at, sender_id", {
      count: "exact",
    })
    .eq("client_id", clientId)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(limit);
  const newestFirst = unwrap(response);
  return { messages: newestFirst.toReversed(), total: response.count ?? newestFirst.length };
}

/** A message of a conversation. */
export type ThreadMessage = Awaited<ReturnType<typeof fetchThread>>["messages"][number];

/** The latest `limit` messages of a client's conversation, oldest first, and the total number of messages. */
export function conversationQuery(clientId: string, limit: number) {
  return queryOptions({
    queryKey: [MESSAGES_KEY, "thread", clientId, limit],
    queryFn: () => fetchThread(clientId, limit),
    placeholderData: keepPreviousData,
    refetchInterval: THREAD_POLL_INTERVAL_MS,
    staleTime: 0,
  });
}

/** @throws {ApiError} */
export async function sendMessageToClient(clientId: string, body: string): Promise<void> {
  const supabase = await getSupabase("admin");
  unwrap(await supabase.from("messages").insert({ client_id: clientId, body }));
}

/** Marks messages from clients as read by the firm. @throws {ApiError} */
export async function markReadByFirm(ids: readonly string[]): Promise<void> {
  const supabase = await getSupabase("admin");
  unwrap(
    await supabase
      .from("messages")
      .update({ read_by_firm_at: toInstant(new Date()) })
      .in("id", [...ids]),
  );
}
