import { useQuery } from "@tanstack/react-query";
import { Link, type MetaFunction, useParams } from "react-router";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import { MESSAGE_PAGE_SIZE } from "#app/api/admin/messages.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ArrowLeft, MessagesSquare } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { ConversationPanel } from "./conversation-panel.tsx";

export const meta: MetaFunction = () => pageMeta("Messages");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default function ConversationPage() {
  const { clientId = "" } = useParams();
  const isValidId = UUID.test(clientId);
  const company = useQuery({ ...clientCompanyQuery(clientId), enabled: isValidId });
  return (
    <>
      <Link
        to="/admin/messages"
        className="mb-4 inline-flex min-h-6 items-center gap-2 rounded-small text-14 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All messages
      </Link>
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
