import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useParams } from "react-router";
import { type ClientDetails, clientQuery } from "#app/api/admin/client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Pencil, Users } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { clientStatusBadge } from "#domain/clients/client.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ClientBookings } from "./client-bookings.tsx";
import { ClientDetailsCard } from "./client-details-card.tsx";
import { ClientInvoices } from "./client-invoices.tsx";
import { ClientMessages } from "./client-messages.tsx";
import { ClientProjects } from "./client-projects.tsx";
import { ClientRateCards } from "./client-rate-cards.tsx";
import { EditClientDialog } from "./edit-client-dialog.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { StatusButton } from "./status-button.tsx";

export const meta: MetaFunction = () => pageMeta("Client");

export default function ClientPage() {
  const { clientId = "" } = useParams();
  const isValidId = isUuid(clientId);
  const client = useQuery({ ...clientQuery(clientId), enabled: isValidId });
  return (
    <>
      <BackLink to="/admin/clients" label="All clients" />
      {isValidId ? (
        <Loaded
          query={client}
          errorMessage="We couldn't load the client."
          loading={
            <>
              <PageHeader title="Client" />
              <Loading text="Loading client...">
                <div className="grid gap-6 lg:grid-cols-2">
                  <Skeleton className="h-64" />
                  <Skeleton className="h-64" />
                </div>
              </Loading>
            </>
          }
        >
          {(details) => (details ? <ClientContent {...details} /> : <ClientNotFound />)}
        </Loaded>
      ) : (
        <ClientNotFound />
      )}
    </>
  );
}

function ClientContent({ client, email, balanceCents, invoiceCount }: ClientDetails) {
  useRecordRecentPlace({ to: `/admin/clients/${client.id}`, label: client.company, hint: "Client" });
  const [isEditing, setIsEditing] = useState(false);
  const { label, tone } = clientStatusBadge(client.status);
  return (
    <>
      <PageHeader
        title={client.company}
        subtitle={<Badge tone={tone}>{label}</Badge>}
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
          <ClientDetailsCard client={client} email={email} balanceCents={balanceCents} />
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

function ClientNotFound() {
  return (
    <>
      <PageHeader title="Client" />
      <EmptyState
        icon={<Users className="size-6" />}
        title="Client not found"
        hint="Choose a client from the list"
        action={<ButtonLink to="/admin/clients">View All Clients</ButtonLink>}
      />
    </>
  );
}
