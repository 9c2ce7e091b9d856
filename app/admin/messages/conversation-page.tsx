import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useParams } from "react-router";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import { MESSAGE_PAGE_SIZE } from "#app/api/admin/messages.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { MessagesSquare } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ConversationPanel } from "./conversation-panel.tsx";

export const meta: MetaFunction = () => pageMeta("Messages");

export default function ConversationPage() {
  const { clientId = "" } = useParams();
  const company = useQuery({ ...clientCompanyQuery(clientId), enabled: isUuid(clientId) });
  return (
    <RecordPage
      id={clientId}
      query={company}
      noun="client"
      title="Messages"
      list={{ to: "/admin/messages", label: "All messages" }}
      notFound={{
        icon: <MessagesSquare className="size-6" />,
        hint: "Choose a conversation",
        action: "View all messages",
      }}
    >
      {(name) => (
        <>
          <div className="conversation-header">
            <PageHeader
              title={name}
              subtitle="Messages"
              action={<ButtonLink to={`/admin/clients/${clientId}`}>Open client</ButtonLink>}
            />
          </div>
          <div className="max-w-3xl">
            <ConversationPanel
              key={clientId}
              clientId={clientId}
              company={name}
              pageSize={MESSAGE_PAGE_SIZE}
            />
          </div>
        </>
      )}
    </RecordPage>
  );
}
