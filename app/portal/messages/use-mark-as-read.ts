import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import {
  markMessagesRead,
  type OwnMessage,
  threadKey,
  unreadMessageCountQuery,
} from "#app/api/portal/messages.ts";
import { isUnread } from "#domain/messages/message.ts";
import { useCurrentClient } from "../current-client.ts";

/**
 * Marks visible messages as read. Returns a function that reports whether a message was unread when the
 * section opened; those messages stay highlighted until the user leaves.
 */
export function useMarkAsRead(messages: readonly OwnMessage[] | undefined): (message: OwnMessage) => boolean {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const unreadIds =
    messages?.filter((message) => isUnread(message, "client")).map((message) => message.id) ?? [];
  const joinedUnreadIds = unreadIds.join();

  useEffect(() => {
    if (joinedUnreadIds === "") {
      return;
    }
    const markAsRead = () => {
      if (document.visibilityState !== "visible") {
        return;
      }
      const ids = joinedUnreadIds.split(",");
      setNewIds((current) => new Set([...current, ...ids]));
      queryClient.setQueryData(unreadMessageCountQuery(id).queryKey, 0);
      markMessagesRead(ids)
        .then(() => queryClient.invalidateQueries({ queryKey: threadKey(id) }))
        .catch((error: unknown) => {
          logRequestError(error);
          return queryClient.invalidateQueries({ queryKey: unreadMessageCountQuery(id).queryKey });
        });
    };
    markAsRead();
    document.addEventListener("visibilitychange", markAsRead);
    return () => document.removeEventListener("visibilitychange", markAsRead);
  }, [queryClient, id, joinedUnreadIds]);

  return (message) => newIds.has(message.id);
}
