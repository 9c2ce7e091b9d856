import { useQuery } from "@tanstack/react-query";
import type { MetaFunction } from "react-router";
import { conversationListQuery, UNREAD_FILTER } from "#app/api/admin/messages.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { MessagesSquare } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { createConversationColumns } from "./conversation-columns.tsx";

export const meta: MetaFunction = () => pageMeta("Messages");

const STATUS_OPTIONS = [{ value: UNREAD_FILTER, label: "Unread" }];

export default function Messages() {
  const controls = useListParams([UNREAD_FILTER]);
  const { search, status, page } = controls;
  const threads = useQuery(conversationListQuery({ search, status, page }));
  return (
    <>
      <PageHeader title="Messages" subtitle="Conversations with clients." />
      <ListScreen
        noun="conversation"
        controls={controls}
        page={threads}
        columns={createConversationColumns()}
        rowKey={({ client_id }) => client_id}
        searchLabel="Search clients"
        filter={{ label: "Filter", placeholder: "All conversations", options: STATUS_OPTIONS }}
        notFoundHint="Try adjusting your search"
        empty={
          <EmptyState
            icon={<MessagesSquare className="size-6" />}
            title="No messages yet"
            hint="Clients message you from the portal. To start a conversation, open a client."
            action={<ButtonLink to="/admin/clients">View All Clients</ButtonLink>}
          />
        }
      />
    </>
  );
}
