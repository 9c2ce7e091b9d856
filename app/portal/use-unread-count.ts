import { useQuery } from "@tanstack/react-query";
import { ownAccessQuery } from "#app/api/portal/client-account.ts";
import { unreadMessageCountQuery } from "#app/api/portal/messages.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";

const POLL_INTERVAL_MS = 30_000;

/**
 * Number of messages from the firm that the user's client has not read. 0 until loaded, and for roles without the
 * `messages` permission.
 */
export function useUnreadCount(user: SessionUser): number {
  const { data: access } = useQuery(ownAccessQuery(user));
  const canRead = access?.client && access.selected.permissions.includes("messages");
  const { data: count = 0 } = useQuery({
    ...unreadMessageCountQuery(access?.selected.client_id ?? ""),
    enabled: Boolean(canRead),
    refetchInterval: POLL_INTERVAL_MS,
  });
  return count;
}
