import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { noteRead, type OwnMessage, threadKey, unreadMessageCount } from "#app/api/messages.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { isUnread } from "#domain/message.ts";
import { useCurrentClient } from "../current-client.ts";

/**
 * Notes what the client sees here as read, and tells which messages were new when this section was opened: those stay
 * marked until it is left.
 */
export function useReading(messages: readonly OwnMessage[] | undefined): (message: OwnMessage) => boolean {
  const { id } = useCurrentClient();
  const answers = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const unread =
    messages?.filter((message) => isUnread(message, "client")).map((message) => message.id) ?? [];
  const unreadIds = unread.join();

  useEffect(() => {
    if (unreadIds === "") return;
    const note = () => {
      if (document.visibilityState !== "visible") return;
      const ids = unreadIds.split(",");
      setSeen((before) => new Set([...before, ...ids]));
      answers.setQueryData(unreadMessageCount(id).queryKey, 0);
      noteRead(ids)
        .then(() => answers.invalidateQueries({ queryKey: threadKey(id) }))
        .catch((error: unknown) => {
          reportFailure(error);
          return answers.invalidateQueries({ queryKey: unreadMessageCount(id).queryKey });
        });
    };
    note();
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, [answers, id, unreadIds]);

  return (message) => seen.has(message.id);
}
