import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type ListWanted, listPage } from "#app/api/admin-list.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { containing } from "#app/api/like-pattern.ts";

/** First part of the keys of everything that shows messages. */
export const MESSAGES = "messages";

/** The filter for threads in which the firm has not read everything. */
export const UNREAD = "unread";

/** Messages of a thread fetched at once; earlier ones come on request. */
export const MESSAGES_A_PORTION = 50;
/** Milliseconds between two looks for what came in: at an open thread, and at the count beside the menu's entry. */
const LOOK_EVERY = 5_000;
const COUNT_EVERY = 60_000;

/** One page of the clients' threads, the newest message first; `search` looks into the company. */
export function threadList({ search, status, page }: Omit<ListWanted, "sort">) {
  return queryOptions({
    queryKey: [MESSAGES, "threads", search, status, page],
    queryFn: async () => {
      const admin = await backend("admin");
      return listPage(page, (from, to) => {
        let wanted = admin.from("message_threads").select("*", { count: "exact" });
        if (status === UNREAD) wanted = wanted.gt("unread_count", 0);
        if (search.trim()) wanted = wanted.ilike("company", containing(search.trim()));
        return wanted.order("last_message_at", { ascending: false }).order("client_id").range(from, to);
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: COUNT_EVERY,
  });
}

/** How many messages of clients the firm has not read. */
export function unreadByFirm() {
  return queryOptions({
    queryKey: [MESSAGES, "unread"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(await admin.from("firm_totals").select("unread_count").single()).unread_count ?? 0;
    },
    refetchInterval: COUNT_EVERY,
  });
}

async function fetchThread(clientId: string, most: number) {
  const admin = await backend("admin");
  const answer = await admin
    .from("messages")
    .select("id, sender_role, body, created_at, read_by_client_at, read_by_firm_at, users(email)", {
      count: "exact",
    })
    .eq("client_id", clientId)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(most);
  const newestFirst = dataOf(answer);
  return { messages: newestFirst.toReversed(), total: answer.count ?? newestFirst.length };
}

/** A message with the account that wrote it. */
export type ThreadMessage = Awaited<ReturnType<typeof fetchThread>>["messages"][number];

/** The newest messages with a client, at most so many, in the order they were written, and how many there are. */
export function clientThread(clientId: string, most: number) {
  return queryOptions({
    queryKey: [MESSAGES, "thread", clientId, most],
    queryFn: () => fetchThread(clientId, most),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
    staleTime: 0,
  });
}

/** Writes to a client as the firm. @throws ApiFailure when it was not stored. */
export async function writeToClient(clientId: string, body: string): Promise<void> {
  const admin = await backend("admin");
  dataOf(await admin.from("messages").insert({ client_id: clientId, body }));
}

/** Notes that the firm has read these messages. @throws ApiFailure when it was not noted. */
export async function noteReadByFirm(ids: readonly string[]): Promise<void> {
  const admin = await backend("admin");
  dataOf(
    await admin
      .from("messages")
      .update({ read_by_firm_at: new Date().toISOString() })
      .in("id", [...ids]),
  );
}
