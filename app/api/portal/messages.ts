import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { toInstant } from "#domain/dates/instant.ts";

/** Messages per page. Earlier pages are loaded on demand. */
export const MESSAGE_PAGE_SIZE = 50;

const POLL_INTERVAL_MS = 5000;

async function fetchThread(clientId: string, pages: number) {
  const supabase = await getSupabase("client");
  const response = await supabase
    .from("messages")
    .select("id, sender_role, sender_id, body, created_at, read_by_client_at, read_by_firm_at", {
      count: "exact",
    })
    .eq("client_id", clientId)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(pages * MESSAGE_PAGE_SIZE);
  const newestFirst = unwrap(response);
  return { messages: newestFirst.toReversed(), total: response.count ?? newestFirst.length };
}

type Thread = Awaited<ReturnType<typeof fetchThread>>;

/** A message with the columns shown in the portal. */
export type OwnMessage = Thread["messages"][number];

/** The latest `pages` pages of a client's conversation with the firm, oldest first, and the total number of messages. */
export function ownThreadQuery(clientId: string, pages: number) {
  return queryOptions({
    queryKey: [...threadKey(clientId), pages],
    queryFn: () => fetchThread(clientId, pages),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  });
}

export const threadKey = (clientId: string) => ["own-thread", clientId];

const SENDING_ID_PREFIX = "sending-";
let optimisticMessageCount = 0;

/** Whether a message has not been stored by the backend yet. */
export const isSending = ({ id }: Pick<OwnMessage, "id">) => id.startsWith(SENDING_ID_PREFIX);

/** Adds a message to the cache before it is stored. Returns a function that removes it. */
export async function addOptimisticMessage(
  queryClient: QueryClient,
  { clientId, senderId, body }: { clientId: string; senderId: string; body: string },
): Promise<() => void> {
  optimisticMessageCount += 1;
  const optimisticMessage: OwnMessage = {
    id: `${SENDING_ID_PREFIX}${optimisticMessageCount}`,
    sender_role: "client",
    sender_id: senderId,
    body,
    created_at: toInstant(new Date()),
    read_by_client_at: null,
    read_by_firm_at: null,
  };
  const updateMessages = (update: (messages: OwnMessage[]) => OwnMessage[]) =>
    queryClient.setQueriesData<Thread>(
      { queryKey: threadKey(clientId) },
      (thread) => thread && { ...thread, messages: update(thread.messages) },
    );
  // A running fetch would overwrite the message.
  await queryClient.cancelQueries({ queryKey: threadKey(clientId) });
  updateMessages((messages) => [...messages, optimisticMessage]);
  return () => updateMessages((messages) => messages.filter(({ id }) => id !== optimisticMessage.id));
}

/** Number of messages from the firm that a client has not read. */
export function unreadMessageCountQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-unread-messages", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const response = await supabase
        .from("messages")
        .select("id", { count: "exact", head: true })
        .eq("client_id", clientId)
        .eq("sender_role", "admin")
        .is("read_by_client_at", null);
      unwrap(response);
      return response.count ?? 0;
    },
  });
}

/**
 * The names of the firm's people who wrote to a client, by account. Without those whose name is not stored. Loads again when
 * another person of the firm wrote one of the messages.
 */
export function messageAuthorsQuery(clientId: string, messages: readonly OwnMessage[]) {
  const authorIds = messages.flatMap(({ sender_role, sender_id }) =>
    sender_role === "admin" && sender_id ? [sender_id] : [],
  );
  return queryOptions({
    queryKey: ["message-authors", clientId, [...new Set(authorIds)].toSorted()],
    enabled: authorIds.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const authors = unwrap(
        await supabase.from("message_authors").select("author_id, name").eq("client_id", clientId),
      );
      return new Map(authors.flatMap(({ author_id, name }) => (name ? [[author_id, name] as const] : [])));
    },
  });
}

/** @throws {ApiError} */
export async function sendMessage(clientId: string, body: string): Promise<void> {
  const supabase = await getSupabase("client");
  unwrap(await supabase.from("messages").insert({ client_id: clientId, body }));
}

/**
 * Marks messages from the firm as read by the client.
 * @throws {ApiError}
 */
export async function markMessagesRead(ids: readonly string[]): Promise<void> {
  const supabase = await getSupabase("client");
  unwrap(
    await supabase
      .from("messages")
      .update({ read_by_client_at: toInstant(new Date()) })
      .in("id", [...ids]),
  );
}
