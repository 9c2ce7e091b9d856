import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useParams } from "react-router";
import { clientQuery } from "#app/api/admin/client.ts";
import { StatementView } from "#app/components/statement/statement-view.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Users } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { pageMeta } from "../shell/page-meta.ts";

export const meta: MetaFunction = () => pageMeta("Statement of account");

/** A client's statement of account. */
export default function StatementPage() {
  const { clientId = "" } = useParams();
  const isValidId = isUuid(clientId);
  const client = useQuery({ ...clientQuery(clientId), enabled: isValidId });
  const isUnknown = !isValidId || client.data === null;
  return (
    <>
      <BackLink
        to={isUnknown ? "/admin/clients" : `/admin/clients/${clientId}?tab=billing`}
        label={client.data?.client.company ?? "Client"}
      />
      <PageHeader title="Statement of account" subtitle={client.data?.client.company} />
      {isUnknown ? (
        <EmptyState
          icon={<Users className="size-6" />}
          title="Client not found"
          hint="Choose a client from the list"
          action={<ButtonLink to="/admin/clients">View All Clients</ButtonLink>}
        />
      ) : (
        <StatementView
          area="admin"
          clientId={clientId}
          invoiceUrl={(invoice) => `/admin/invoices/${invoice}`}
        />
      )}
    </>
  );
}
