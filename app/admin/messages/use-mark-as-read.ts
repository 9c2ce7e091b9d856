import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CLIENT_KEY } from "#app/api/admin/client.ts";
import { MESSAGES_KEY, markReadByFirm, type ThreadMessage } from "#app/api/admin/messages.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { isUnread } from "#domain/messages/message.ts";

/**
 * Marks visible messages as read. Returns a function that reports whether a message was unread when the conversation was
 * opened; those messages stay highlighted until the user leaves.
 */
export function useMarkAsRead(
  messages: readonly ThreadMessage[] | undefined,
): (message: ThreadMessage) => boolean {
  const queryClient = useQueryClient();
  const [seenIds, setSeenIds] = useState<ReadonlySet<string>>(new Set());
  const unreadMessages = messages?.filter((message) => isUnread(message, "admin")) ?? [];
  const joinedUnreadIds = unreadMessages.map(({ id }) => id).join();

  useEffect(() => {
    if (joinedUnreadIds === "") {
      return;
    }
    const markRead = () => {
      if (document.visibilityState !== "visible") {
        return;
      }
      const ids = joinedUnreadIds.split(",");
      setSeenIds((before) => new Set([...before, ...ids]));
      markReadByFirm(ids)
        .then(() =>
          Promise.all([
            queryClient.invalidateQueries({ queryKey: [MESSAGES_KEY] }),
            queryClient.invalidateQueries({ queryKey: [CLIENT_KEY] }),
          ]),
        )
        .catch(logRequestError);
    };
    markRead();
    document.addEventListener("visibilitychange", markRead);
    return () => document.removeEventListener("visibilitychange", markRead);
  }, [queryClient, joinedUnreadIds]);

  return (message) => seenIds.has(message.id);
}
