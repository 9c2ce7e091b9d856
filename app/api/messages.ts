import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";

/** Messages fetched at once; earlier ones come on request. */
export const MESSAGES_A_PORTION = 50;
/** Milliseconds between two looks for an answer, while the page is visible. */
const LOOK_EVERY = 5000;

async function fetchThread(clientId: string, portions: number) {
  const client = await backend("client");
  const answer = await client
    .from("messages")
    .select("id, sender_role, body, created_at, read_by_client_at, read_by_firm_at", { count: "exact" })
    .eq("client_id", clientId)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(portions * MESSAGES_A_PORTION);
  const newestFirst = dataOf(answer);
  return { messages: newestFirst.toReversed(), total: answer.count ?? newestFirst.length };
}

type Thread = Awaited<ReturnType<typeof fetchThread>>;

/** A message as its client sees it. */
export type OwnMessage = Thread["messages"][number];

/** The newest messages between a client and the firm, in the order they were written, and how many there are. */
export function ownThread(clientId: string, portions: number) {
  return queryOptions({
    queryKey: [...threadKey(clientId), portions],
    queryFn: () => fetchThread(clientId, portions),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY,
    staleTime: 0,
  });
}

export const threadKey = (clientId: string) => ["own-thread", clientId];

const SENDING = "sending-";
let sent = 0;

/** Whether a message is drawn that the backend has not stored yet. */
export const isSending = ({ id }: Pick<OwnMessage, "id">) => id.startsWith(SENDING);

/** Draws a message before it is stored. Gives back what takes it out again, should it not be. */
export async function drawAtOnce(answers: QueryClient, clientId: string, body: string): Promise<() => void> {
  sent += 1;
  const drawn: OwnMessage = {
    id: `${SENDING}${sent}`,
    sender_role: "client",
    body,
    created_at: new Date().toISOString(),
    read_by_client_at: null,
    read_by_firm_at: null,
  };
  const change = (messagesOf: (before: OwnMessage[]) => OwnMessage[]) =>
    answers.setQueriesData<Thread>(
      { queryKey: threadKey(clientId) },
      (thread) => thread && { ...thread, messages: messagesOf(thread.messages) },
    );
  // An answer under way would wipe it out again.
  await answers.cancelQueries({ queryKey: threadKey(clientId) });
  change((messages) => [...messages, drawn]);
  return () => change((messages) => messages.filter(({ id }) => id !== drawn.id));
}

/** How many of the firm's messages a client has not read. */
export function unreadMessageCount(clientId: string) {
  return queryOptions({
    queryKey: ["own-unread-messages", clientId],
    queryFn: async () => {
      const client = await backend("client");
      const answer = await client
        .from("messages")
        .select("id", { count: "exact", head: true })
        .eq("client_id", clientId)
        .eq("sender_role", "admin")
        .is("read_by_client_at", null);
      dataOf(answer);
      return answer.count ?? 0;
    },
  });
}

/** @throws ApiFailure when it was not stored. */
export async function sendMessage(clientId: string, body: string): Promise<void> {
  const client = await backend("client");
  dataOf(await client.from("messages").insert({ client_id: clientId, body }));
}

/**
 * Notes that the client has read these messages of the firm.
 * @throws ApiFailure when it was not noted.
 */
export async function noteRead(ids: readonly string[]): Promise<void> {
  const client = await backend("client");
  dataOf(
    await client
      .from("messages")
      .update({ read_by_client_at: new Date().toISOString() })
      .in("id", [...ids]),
  );
}
