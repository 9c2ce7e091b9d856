import { StatementView } from "#app/components/statement/statement-view.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";

/** The client's statement of account. */
export function StatementScreen() {
  const { id } = useCurrentClient();
  return (
    <>
      <BackLink to={sectionUrl("billing")} label="All invoices" />
      <PageHeader
        title="Statement of account"
        subtitle="Invoices, payments and refunds with the balance after each"
      />
      <StatementView
        area="client"
        clientId={id}
        payUrl={sectionUrl("billing")}
        invoiceUrl={(invoice) => sectionUrl("billing", { invoice })}
      />
    </>
  );
}
