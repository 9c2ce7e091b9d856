import { useQuery } from "@tanstack/react-query";
import { unreadMessageCountQuery } from "#app/api/admin/messages.ts";

const MAX_SHOWN = 99;

/** Badge with the number of unread messages from clients. Renders nothing if there are none. */
export function UnreadBadge() {
  const { data: unread = 0 } = useQuery(unreadMessageCountQuery());
  if (unread === 0) {
    return null;
  }
  return (
    <span className="tabular ml-auto rounded-small bg-accent px-1.5 font-medium text-13 text-ink-on-accent">
      {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
