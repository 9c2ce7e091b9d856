import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  isSending,
  MESSAGE_PAGE_SIZE,
  messageAuthorsQuery,
  type OwnMessage,
  ownThreadQuery,
} from "#app/api/portal/messages.ts";
import { EarlierMessagesButton } from "#app/components/earlier-messages-button.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { MessageThread } from "#app/components/message-thread.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { MessagesSquare } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { useCurrentClient } from "../current-client.ts";
import { useMemberNames } from "../use-member-names.ts";
import { MessageForm } from "./message-form.tsx";
import { useMarkAsRead } from "./use-mark-as-read.ts";

export function Messages() {
  const { id, userId } = useCurrentClient();
  const formatMemberName = useMemberNames();
  const isOwn = ({ sender_role, sender_id }: OwnMessage) => sender_role === "client" && sender_id === userId;
  const [pageCount, setPageCount] = useState(1);
  const thread = useQuery(ownThreadQuery(id, pageCount));
  const { data: authors } = useQuery(messageAuthorsQuery(id, thread.data?.messages ?? []));
  const formatStaffName = (userId: string | null) => {
    const name = userId === null ? undefined : authors?.get(userId);
    return name ? `${name}, ${brand.name}` : brand.name;
  };
  const wasUnread = useMarkAsRead(thread.data?.messages);
  return (
    <>
      <div className="conversation-header">
        <PageHeader title="Messages" subtitle={`Your conversation with ${brand.name}`} />
      </div>
      <div className="flex max-w-3xl flex-col gap-6">
        <Loaded
          query={thread}
          errorMessage="We couldn't load your messages."
          loading={
            <Loading text="Loading messages...">
              <div className="grid gap-3">
                <Skeleton className="h-20 w-3/4" />
                <Skeleton className="ml-auto h-20 w-3/4" />
              </div>
            </Loading>
          }
        >
          {({ messages, total }) => (
            <>
              <EarlierMessagesButton
                hiddenCount={total - messages.length}
                pageSize={MESSAGE_PAGE_SIZE}
                isLoading={thread.isPlaceholderData}
                onClick={() => setPageCount(pageCount + 1)}
              />
              {messages.length === 0 ? (
                <EmptyState
                  icon={<MessagesSquare className="size-6" />}
                  title="No messages yet"
                  hint="Send a message below. We'll reply here."
                />
              ) : (
                <MessageThread
                  messages={messages}
                  getAuthor={({ sender_role, sender_id }) =>
                    sender_role === "admin" ? formatStaffName(sender_id) : formatMemberName(sender_id)
                  }
                  isOwn={isOwn}
                  isNew={wasUnread}
                  isSending={isSending}
                />
              )}
              <MessageForm />
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}
