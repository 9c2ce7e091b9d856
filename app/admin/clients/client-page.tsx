import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil, Users } from "lucide-react";
import { useState } from "react";
import { Link, type MetaFunction, useParams } from "react-router";
import { type OneClient, oneClient } from "#app/api/admin-client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { clientStatus } from "#domain/client.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ClientBookings } from "./client-bookings.tsx";
import { ClientFacts } from "./client-facts.tsx";
import { ClientInvoices } from "./client-invoices.tsx";
import { ClientMessages } from "./client-messages.tsx";
import { ClientProjects } from "./client-projects.tsx";
import { ClientRateCards } from "./client-rate-cards.tsx";
import { EditClientDialog } from "./edit-client-dialog.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { StatusButton } from "./status-button.tsx";

export const meta: MetaFunction = () => pageMeta("Client");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Everything the firm holds of one client. */
export default function ClientPage() {
  const { clientId = "" } = useParams();
  const isId = UUID.test(clientId);
  const client = useQuery({ ...oneClient(clientId), enabled: isId });
  return (
    <>
      <Link
        to="/admin/clients"
        className="mb-4 inline-flex min-h-6 items-center gap-2 rounded-small text-14 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All clients
      </Link>
      {isId ? (
        <Loaded
          query={client}
          failed="The client could not be loaded."
          loading={
            <>
              <PageHead title="Client" />
              <Loading text="Loading client...">
                <div className="grid gap-6 lg:grid-cols-2">
                  <Skeleton className="h-64" />
                  <Skeleton className="h-64" />
                </div>
              </Loading>
            </>
          }
        >
          {(found) => (found ? <Found {...found} /> : <Unknown />)}
        </Loaded>
      ) : (
        <Unknown />
      )}
    </>
  );
}

function Found({ client, email, balanceCents, invoiceCount }: OneClient) {
  const [isEditing, setIsEditing] = useState(false);
  const { label, tone } = clientStatus(client.status);
  return (
    <>
      <PageHead
        title={client.company}
        context={<Badge tone={tone}>{label}</Badge>}
        action={
          <>
            <StatusButton client={client} />
            <Button
              icon={<Pencil aria-hidden="true" className="size-4" />}
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <ClientFacts client={client} email={email} balanceCents={balanceCents} />
          <InvitationCard clientId={client.id} />
          <ClientRateCards client={client} />
        </div>
        <div className="grid min-w-0 gap-6">
          <ClientInvoices clientId={client.id} total={invoiceCount} />
          <ClientProjects client={client} />
          <ClientBookings clientId={client.id} />
          <ClientMessages clientId={client.id} company={client.company} />
        </div>
      </div>
      {isEditing && <EditClientDialog client={client} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function Unknown() {
  return (
    <>
      <PageHead title="Client" />
      <EmptyState
        icon={<Users className="size-6" />}
        title="This client does not exist"
        hint="Choose one in the list of clients"
        action={<ButtonLink to="/admin/clients">View All Clients</ButtonLink>}
      />
    </>
  );
}
