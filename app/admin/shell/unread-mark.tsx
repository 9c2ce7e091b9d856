import { useQuery } from "@tanstack/react-query";
import { unreadByFirm } from "#app/api/admin-messages.ts";

const MOST_SHOWN = 99;

/** How many messages of clients wait to be read; nothing while none does. */
export function UnreadMark() {
  const { data: unread = 0 } = useQuery(unreadByFirm());
  if (unread === 0) return null;
  return (
    <span className="tabular ml-auto rounded-small bg-accent px-1.5 font-medium text-13 text-ink-on-accent">
      {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
