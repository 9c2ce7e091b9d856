import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useSearchParams } from "react-router";
import { clientRatesQuery } from "#app/api/admin/client-rates.ts";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Users } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { RatesForm } from "./rates-form.tsx";

export const meta: MetaFunction = () => pageMeta("Client Rates");

export default function ClientRates() {
  const [searchParams] = useSearchParams();
  const clientId = searchParams.get("clientId") ?? "";
  return (
    <>
      <BackLink to="/admin/clients" label="All clients" />
      {clientId ? (
        // The key resets the form when the client changes.
        <ClientRatesEditor
          key={clientId}
          clientId={clientId}
          clientName={searchParams.get("clientName") ?? ""}
        />
      ) : (
        <ClientNotFound title="No client selected" />
      )}
    </>
  );
}

function ClientRatesEditor({ clientId, clientName }: { clientId: string; clientName: string }) {
  const isValidId = isUuid(clientId);
  const company = useQuery({ ...clientCompanyQuery(clientId), enabled: isValidId });
  const rates = useQuery({ ...clientRatesQuery(clientId), enabled: isValidId });
  if (!isValidId || company.data === null) {
    return <ClientNotFound title="Client not found" />;
  }
  return (
    <>
      <PageHeader title="Manage Client Rates" subtitle={company.data ?? clientName} />
      <Loaded
        query={combineQueries(company, rates)}
        errorMessage="We couldn't load the rates."
        loading={
          <Loading text="Loading rates...">
            <div className="grid gap-4">
              <Skeleton className="h-64" />
              <Skeleton className="h-64" />
            </div>
          </Loading>
        }
      >
        {([, ownRates]) => <RatesForm clientId={clientId} rates={ownRates} />}
      </Loaded>
    </>
  );
}

function ClientNotFound({ title }: { title: string }) {
  return (
    <>
      <PageHeader title="Manage Client Rates" />
      <EmptyState
        icon={<Users className="size-6" />}
        title={title}
        hint="Choose a client from the list"
        action={<ButtonLink to="/admin/clients">View All Clients</ButtonLink>}
      />
    </>
  );
}
