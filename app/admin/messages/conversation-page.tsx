import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useParams } from "react-router";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import { MESSAGE_PAGE_SIZE } from "#app/api/admin/messages.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { MessagesSquare } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ConversationPanel } from "./conversation-panel.tsx";

export const meta: MetaFunction = () => pageMeta("Messages");

export default function ConversationPage() {
  const { clientId = "" } = useParams();
  const isValidId = isUuid(clientId);
  const company = useQuery({ ...clientCompanyQuery(clientId), enabled: isValidId });
  return (
    <>
      <BackLink to="/admin/messages" label="All messages" />
      {isValidId ? (
        <Loaded
          query={company}
          errorMessage="We couldn't load the client."
          loading={<Loading text="Loading client..." />}
        >
          {(name) =>
            name === null ? (
              <ClientNotFound />
            ) : (
              <>
                <PageHeader
                  title={name}
                  subtitle="Messages"
                  action={<ButtonLink to={`/admin/clients/${clientId}`}>Open client</ButtonLink>}
                />
                <div className="max-w-3xl">
                  <ConversationPanel
                    key={clientId}
                    clientId={clientId}
                    company={name}
                    pageSize={MESSAGE_PAGE_SIZE}
                  />
                </div>
              </>
            )
          }
        </Loaded>
      ) : (
        <ClientNotFound />
      )}
    </>
  );
}

function ClientNotFound() {
  return (
    <>
      <PageHeader title="Messages" />
      <EmptyState
        icon={<MessagesSquare className="size-6" />}
        title="Client not found"
        hint="Choose a conversation"
        action={<ButtonLink to="/admin/messages">View all messages</ButtonLink>}
      />
    </>
  );
}
