import { useQuery } from "@tanstack/react-query";
import { Link, type MetaFunction, useSearchParams } from "react-router";
import { clientRatesQuery } from "#app/api/admin/client-rates.ts";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ArrowLeft, Users } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { RatesForm } from "./rates-form.tsx";

export const meta: MetaFunction = () => pageMeta("Client Rates");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default function ClientRates() {
  const [parameters] = useSearchParams();
  const clientId = parameters.get("clientId") ?? "";
  return (
    <>
      <Link
        to="/admin/clients"
        className="mb-4 inline-flex min-h-6 items-center gap-2 rounded-small text-14 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All clients
      </Link>
      {clientId ? (
        // The key resets the form for another client.
        <ClientRatesEditor
          key={clientId}
          clientId={clientId}
          clientName={parameters.get("clientName") ?? ""}
        />
      ) : (
        <ClientNotFound title="No client selected" />
      )}
    </>
  );
}

function ClientRatesEditor({ clientId, clientName }: { clientId: string; clientName: string }) {
  const isValidId = UUID.test(clientId);
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
