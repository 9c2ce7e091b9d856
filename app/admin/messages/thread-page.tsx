import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, MessagesSquare } from "lucide-react";
import { Link, type MetaFunction, useParams } from "react-router";
import { clientCompany } from "#app/api/admin-clients.ts";
import { MESSAGES_A_PORTION } from "#app/api/admin-messages.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Conversation } from "./conversation.tsx";

export const meta: MetaFunction = () => pageMeta("Messages");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The whole thread with one client. */
export default function ThreadPage() {
  const { clientId = "" } = useParams();
  const isId = UUID.test(clientId);
  const company = useQuery({ ...clientCompany(clientId), enabled: isId });
  return (
    <>
      <Link
        to="/admin/messages"
        className="mb-4 inline-flex min-h-6 items-center gap-2 rounded-small text-14 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All messages
      </Link>
      {isId ? (
        <Loaded
          query={company}
          failed="The client could not be loaded."
          loading={<Loading text="Loading client..." />}
        >
          {(name) =>
            name === null ? (
              <Unknown />
            ) : (
              <>
                <PageHead
                  title={name}
                  context="Messages"
                  action={<ButtonLink to={`/admin/clients/${clientId}`}>Open Client</ButtonLink>}
                />
                <div className="max-w-3xl">
                  <Conversation
                    key={clientId}
                    clientId={clientId}
                    company={name}
                    portion={MESSAGES_A_PORTION}
                  />
                </div>
              </>
            )
          }
        </Loaded>
      ) : (
        <Unknown />
      )}
    </>
  );
}

function Unknown() {
  return (
    <>
      <PageHead title="Messages" />
      <EmptyState
        icon={<MessagesSquare className="size-6" />}
        title="This client does not exist"
        hint="Choose a thread in the list of messages"
        action={<ButtonLink to="/admin/messages">All Messages</ButtonLink>}
      />
    </>
  );
}
