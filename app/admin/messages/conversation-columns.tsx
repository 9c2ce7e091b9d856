import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import type { Tables } from "#supabase/database.types.ts";
import { RecordName } from "../lists/record-name.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";

type Thread = Tables<"message_threads">;

export function createConversationColumns(): ReadonlyArray<ListColumn<Thread>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  return [
    {
      key: "client",
      header: "Client",
      cell: ({ client_id, company }) => <RecordName to={`/admin/messages/${client_id}`} name={company} />,
    },
    {
      key: "last",
      header: "Last message",
      isLongText: true,
      cell: ({ last_body, last_sender_role }) => (
        <span className="line-clamp-2 max-w-prose text-muted">
          {last_sender_role === "admin" && "You: "}
          {last_body}
        </span>
      ),
    },
    {
      key: "when",
      header: "Sent",
      cell: ({ last_message_at }) => (
        <span className="whitespace-nowrap">
          {last_message_at && formatRelativeTime(last_message_at, now, timeZone)}
        </span>
      ),
    },
    {
      key: "unread",
      header: "Unread",
      cell: ({ unread_count }) =>
        unread_count ? <Badge tone="info">{unread_count.toLocaleString("en-US")} unread</Badge> : "—",
    },
  ];
}
