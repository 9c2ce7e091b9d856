import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { conversationListQuery, UNREAD_FILTER } from "#app/api/admin/messages.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { MessagesSquare, Plus } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ConversationCard } from "./conversation-card.tsx";
import { createConversationColumns } from "./conversation-columns.tsx";
import { NewMessageDialog } from "./new-message-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Messages");

const STATUS_OPTIONS = [{ value: UNREAD_FILTER, label: "Unread" }];

export default function Messages() {
  const controls = useListParams([UNREAD_FILTER]);
  const { search, status, page } = controls;
  const [isWriting, setIsWriting] = useState(false);
  const threads = useQuery(conversationListQuery({ search, status, page }));
  return (
    <>
      <PageHeader
        title="Messages"
        subtitle="Conversations with clients"
        action={
          <Button
            tone="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => setIsWriting(true)}
          >
            New message
          </Button>
        }
      />
      <ListScreen
        noun="conversation"
        controls={controls}
        page={threads}
        columns={createConversationColumns()}
        renderCard={(thread) => <ConversationCard thread={thread} />}
        rowKey={({ client_id }) => client_id}
        searchLabel="Search clients"
        filter={{ label: "Filter", placeholder: "All conversations", options: STATUS_OPTIONS }}
        notFoundHint="Try adjusting your search"
        empty={
          <EmptyState
            icon={<MessagesSquare className="size-6" />}
            title="No messages yet"
            hint="Messages from clients appear here. You can also start a conversation."
            action={<Button onClick={() => setIsWriting(true)}>Write a message</Button>}
          />
        }
      />
      {isWriting && <NewMessageDialog onClose={() => setIsWriting(false)} />}
    </>
  );
}
