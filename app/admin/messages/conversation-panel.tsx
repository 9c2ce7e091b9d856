import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { conversationQuery, type ThreadMessage } from "#app/api/admin/messages.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { MessageThread } from "#app/components/message-thread.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { MessagesSquare } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { formatCount } from "#domain/text/pluralize.ts";
import { ReplyForm } from "./reply-form.tsx";
import { useMarkRead } from "./use-mark-read.ts";

type ConversationPanelProps = {
  clientId: string;
  company: string;
  /** Messages shown at first and added by each click on "Show earlier". */
  pageSize: number;
};

/** The conversation with a client and the reply form. */
export function ConversationPanel({ clientId, company, pageSize }: ConversationPanelProps) {
  const [limit, setLimit] = useState(pageSize);
  const thread = useQuery(conversationQuery(clientId, limit));
  const isNew = useMarkRead(thread.data?.messages);
  return (
    <div className="grid gap-6">
      <Loaded
        query={thread}
        errorMessage="We couldn't load the messages."
        loading={<Loading text="Loading messages..." />}
      >
        {({ messages, total }) => (
          <>
            {total > messages.length && (
              <Button
                className="justify-self-center"
                busy={thread.isPlaceholderData}
                busyLabel="Loading..."
                onClick={() => setLimit(limit + pageSize)}
              >
                {`Show ${formatCount(Math.min(pageSize, total - messages.length), "earlier message")}`}
              </Button>
            )}
            {messages.length === 0 ? (
              <EmptyState
                icon={<MessagesSquare className="size-6" />}
                title="No messages yet"
                hint="Clients see your messages in the portal and get an email notification"
              />
            ) : (
              <MessageThread
                messages={messages}
                getAuthor={(message) => writerOf(message, company)}
                isOwn={({ sender_role }) => sender_role === "admin"}
                isNew={isNew}
              />
            )}
          </>
        )}
      </Loaded>
      <ReplyForm clientId={clientId} company={company} />
    </div>
  );
}

/** Administrators appear with their email address, unless the account was deleted. */
function writerOf({ sender_role, users }: ThreadMessage, company: string): string {
  if (sender_role === "client") {
    return company;
  }
  return users?.email ?? brand.name;
}
