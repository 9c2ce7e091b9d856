import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useParams } from "react-router";
import { type ClientDetails, clientQuery } from "#app/api/admin/client.ts";
import { PeopleManager } from "#app/components/people/people-manager.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Pencil, Users } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { clientStatusBadge } from "#domain/clients/client.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { InvoiceDraftsCard } from "../invoice-drafts/invoice-drafts-card.tsx";
import { RelatedProposals } from "../proposals/related-proposals.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { ClientBookings } from "./client-bookings.tsx";
import { ClientDetailsCard } from "./client-details-card.tsx";
import { ClientFindings } from "./client-findings.tsx";
import { ClientInvoices } from "./client-invoices.tsx";
import { ClientMessages } from "./client-messages.tsx";
import { ClientPlans } from "./client-plans.tsx";
import { ClientProjects } from "./client-projects.tsx";
import { ClientRateCards } from "./client-rate-cards.tsx";
import { EditClientDialog } from "./edit-client-dialog.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { StatusButton } from "./status-button.tsx";

export const meta: MetaFunction = () => pageMeta("Client");

export default function ClientPage() {
  const { clientId = "" } = useParams();
  const client = useQuery({ ...clientQuery(clientId), enabled: isUuid(clientId) });
  return (
    <RecordPage
      id={clientId}
      query={client}
      noun="client"
      title="Client"
      list={{ to: "/admin/clients", label: "All clients" }}
      skeleton={
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      }
      notFound={{
        icon: <Users className="size-6" />,
        hint: "Choose a client from the list",
        action: "View All Clients",
      }}
    >
      {(details) => <ClientContent key={details.client.id} {...details} />}
    </RecordPage>
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
          <ClientProjects client={client} />
          <RelatedProposals source={{ column: "client_id", id: client.id }} />
          <ClientFindings clientId={client.id} />
          <ClientBookings clientId={client.id} />
          <ClientRateCards client={client} />
        </div>
        <div className="grid min-w-0 gap-6">
          <ClientInvoices clientId={client.id} total={invoiceCount} />
          <InvoiceDraftsCard filter={{ clientId: client.id }} newSearch={`?client=${client.id}`} />
          <ClientPlans client={client} />
          <ClientMessages clientId={client.id} company={client.company} />
        </div>
      </div>
      <div className="mt-6">
        <PeopleManager scope={{ area: "admin", clientId: client.id }} />
      </div>
      {isEditing && <EditClientDialog client={client} onClose={() => setIsEditing(false)} />}
    </>
  );
}
