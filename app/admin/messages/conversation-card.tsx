import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import type { Tables } from "#supabase/database.types.ts";
import { RecordName } from "../lists/record-name.tsx";

/** A conversation on a narrow screen: client and time, then the start of the last message. */
export function ConversationCard({ thread }: { thread: Tables<"message_threads"> }) {
  const { client_id, company, last_body, last_message_at, last_sender_role, unread_count } = thread;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <div className="min-w-0 font-medium text-16">
          <RecordName to={`/admin/messages/${client_id}`} name={company} />
        </div>
        {last_message_at && (
          <span className="tabular shrink-0 text-13 text-muted">
            {formatRelativeTime(last_message_at, new Date(), timeZone)}
          </span>
        )}
      </div>
      <div className="mt-1 flex items-start justify-between gap-4">
        <p className="wrap-anywhere line-clamp-2 min-w-0 text-muted">
          {last_sender_role === "admin" && "You: "}
          {last_body}
        </p>
        {unread_count ? (
          <span className="shrink-0">
            <Badge tone="info">{`${unread_count.toLocaleString("en-US")} unread`}</Badge>
          </span>
        ) : null}
      </div>
    </>
  );
}
