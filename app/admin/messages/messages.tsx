import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import type { MetaFunction } from "react-router";
import { threadList, UNREAD } from "#app/api/admin-messages.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { threadColumns } from "./thread-columns.tsx";

export const meta: MetaFunction = () => pageMeta("Messages");

const statusOptions = [{ value: UNREAD, label: "Unread" }];

/** The threads with all clients, the newest message first. */
export default function Messages() {
  const address = useListAddress([UNREAD]);
  const { search, status, page } = address;
  const threads = useQuery(threadList({ search, status, page }));
  return (
    <>
      <PageHead title="Messages" context="What clients and the firm write to each other in the portal." />
      <ListScreen
        noun="conversation"
        address={address}
        page={threads}
        columns={threadColumns()}
        rowKey={({ client_id }) => client_id ?? ""}
        searches="Search client"
        filter={{ label: "Filter by reading", placeholder: "All threads", options: statusOptions }}
        adjust="Try adjusting your search"
        empty={
          <EmptyState
            icon={<MessagesSquare className="size-6" />}
            title="No messages yet"
            hint="Clients write in their portal; you write first on a client’s page"
            action={<ButtonLink to="/admin/clients">View All Clients</ButtonLink>}
          />
        }
      />
    </>
  );
}
