import { useQuery } from "@tanstack/react-query";
import { ownClientQuery } from "#app/api/portal/client-account.ts";
import { unreadMessageCountQuery } from "#app/api/portal/messages.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";

const POLL_INTERVAL_MS = 30_000;

/** Number of messages from the firm that the user's client has not read. 0 until loaded. */
export function useUnreadCount(user: SessionUser): number {
  const { data: client } = useQuery(ownClientQuery(user));
  const { data: count = 0 } = useQuery({
    ...unreadMessageCountQuery(client?.id ?? ""),
    enabled: client !== undefined,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return count;
}
