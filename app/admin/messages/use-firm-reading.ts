import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { MESSAGES, noteReadByFirm, type ThreadMessage } from "#app/api/admin-messages.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { isUnread } from "#domain/message.ts";

/**
 * Notes what an administrator sees here as read by the firm, and tells which messages were new when the thread was
 * opened: those stay marked until it is left.
 */
export function useFirmReading(
  messages: readonly ThreadMessage[] | undefined,
): (message: ThreadMessage) => boolean {
  const answers = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const unread = messages?.filter((message) => isUnread(message, "admin")) ?? [];
  const unreadIds = unread.map(({ id }) => id).join();

  useEffect(() => {
    if (unreadIds === "") return;
    const note = () => {
      if (document.visibilityState !== "visible") return;
      const ids = unreadIds.split(",");
      setSeen((before) => new Set([...before, ...ids]));
      noteReadByFirm(ids)
        .then(() => answers.invalidateQueries({ queryKey: [MESSAGES] }))
        .catch(reportFailure);
    };
    note();
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, [answers, unreadIds]);

  return (message) => seen.has(message.id);
}
