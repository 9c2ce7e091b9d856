import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Users } from "lucide-react";
import { Link, type MetaFunction, useSearchParams } from "react-router";
import { clientCompany } from "#app/api/admin-clients.ts";
import { clientRates } from "#app/api/admin-rates.ts";
import { both, Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
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
        // Another client's form begins anew.
        <RatesOfClient key={clientId} clientId={clientId} clientName={parameters.get("clientName") ?? ""} />
      ) : (
        <NoClient title="No client selected" />
      )}
    </>
  );
}

function RatesOfClient({ clientId, clientName }: { clientId: string; clientName: string }) {
  const isId = UUID.test(clientId);
  const company = useQuery({ ...clientCompany(clientId), enabled: isId });
  const rates = useQuery({ ...clientRates(clientId), enabled: isId });
  if (!isId || company.data === null) return <NoClient title="This client does not exist" />;
  return (
    <>
      <PageHead title="Manage Client Rates" context={company.data ?? clientName} />
      <Loaded
        query={both(company, rates)}
        failed="The rates could not be loaded."
        loading={
          <Loading text="Loading rates...">
            <div className="grid gap-4">
              <Skeleton className="h-64" />
              <Skeleton className="h-64" />
            </div>
          </Loading>
        }
      >
        {([, own]) => <RatesForm clientId={clientId} rates={own} />}
      </Loaded>
    </>
  );
}

function NoClient({ title }: { title: string }) {
  return (
    <>
      <PageHead title="Manage Client Rates" />
      <EmptyState
        icon={<Users className="size-6" />}
        title={title}
        hint="Choose one in the list of clients"
        action={<ButtonLink to="/admin/clients">View All Clients</ButtonLink>}
      />
    </>
  );
}
