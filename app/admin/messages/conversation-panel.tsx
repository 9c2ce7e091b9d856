import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { conversationQuery, type ThreadMessage } from "#app/api/admin/messages.ts";
import { staffNamesQuery } from "#app/api/admin/settings/administrators.ts";
import { peopleQuery } from "#app/api/shared/people.ts";
import { EarlierMessagesButton } from "#app/components/earlier-messages-button.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { MessageThread } from "#app/components/message-thread.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { MessagesSquare } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { type ClientMember, getMemberName } from "#domain/clients/members/member.ts";
import { ReplyForm } from "./reply-form.tsx";
import { useMarkAsRead } from "./use-mark-as-read.ts";

type ConversationPanelProps = {
  clientId: string;
  company: string;
  /** Number of messages shown initially, and added by each click on "Show earlier". */
  pageSize: number;
  /** Whether the messages scroll in their own area, and to the newest. Off where the panel is one of several cards. */
  scrollsToEnd?: boolean;
};

/** The conversation with a client and the reply form. */
export function ConversationPanel({
  clientId,
  company,
  pageSize,
  scrollsToEnd = true,
}: ConversationPanelProps) {
  const [limit, setLimit] = useState(pageSize);
  const thread = useQuery(conversationQuery(clientId, limit));
  const { data: staffNames } = useQuery(staffNamesQuery());
  const { data: people } = useQuery(peopleQuery({ area: "admin", clientId }));
  const wasUnread = useMarkAsRead(thread.data?.messages);
  return (
    <div className="flex flex-col gap-6">
      <Loaded
        query={thread}
        errorMessage="We couldn't load the messages."
        loading={<Loading text="Loading messages..." />}
      >
        {({ messages, total }) => (
          <div
            className={scrollsToEnd ? "conversation-messages grid gap-6" : "grid gap-6"}
            {...(scrollsToEnd && { role: "region", "aria-label": "Conversation", tabIndex: 0 })}
          >
            <EarlierMessagesButton
              hiddenCount={total - messages.length}
              pageSize={pageSize}
              isLoading={thread.isPlaceholderData}
              onClick={() => setLimit(limit + pageSize)}
            />
            {messages.length === 0 ? (
              <EmptyState
                icon={<MessagesSquare className="size-6" />}
                title="No messages yet"
                hint="Clients see your messages in the portal and get an email notification"
              />
            ) : (
              <MessageThread
                messages={messages}
                getAuthor={(message) =>
                  formatAuthor(message, { company, members: people?.members, staffNames })
                }
                isOwn={({ sender_role }) => sender_role === "admin"}
                isNew={wasUnread}
                scrollsToEnd={scrollsToEnd}
              />
            )}
          </div>
        )}
      </Loaded>
      <ReplyForm clientId={clientId} company={company} />
    </div>
  );
}

type Authors = {
  company: string;
  members: readonly ClientMember[] | undefined;
  staffNames: ReadonlyMap<string | null, string | null> | undefined;
};

/**
 * Members are shown by name, or as the company if they were removed. Administrators are shown by name, or as the brand
 * if their account was deleted.
 */
function formatAuthor(
  { sender_role, sender_id }: ThreadMessage,
  { company, members, staffNames }: Authors,
): string {
  if (sender_role === "client") {
    const sender = members?.find(({ userId }) => userId === sender_id);
    return sender ? getMemberName(sender) : company;
  }
  return staffNames?.get(sender_id) ?? brand.name;
}
