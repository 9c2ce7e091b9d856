import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useParams } from "react-router";
import { type ClientDetails, clientQuery } from "#app/api/admin/client.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Users } from "#app/ui/icons.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ClientHeader } from "./client-header.tsx";
import { ClientTabs } from "./client-tabs.tsx";

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

function ClientContent(details: ClientDetails) {
  const { client } = details;
  useRecordRecentPlace({ to: `/admin/clients/${client.id}`, label: client.company, hint: "Client" });
  return (
    <>
      <ClientHeader {...details} />
      <ClientTabs {...details} />
    </>
  );
}
