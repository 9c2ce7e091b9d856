import { useQuery } from "@tanstack/react-query";
import { clientInvoicesQuery } from "#app/api/admin/client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { InvoiceList } from "../invoices/invoice-list.tsx";

/** Card with the client's most urgent invoices. */
export function ClientInvoices({ clientId, total }: { clientId: string; total: number }) {
  const invoices = useQuery(clientInvoicesQuery(clientId));
  const shownCount = invoices.data?.length ?? 0;
  return (
    <Card>
      <CardHeader
        title="Invoices"
        action={
          <div className="flex gap-2">
            <ButtonLink to={`/admin/clients/${clientId}/statement`} size="small">
              Statement
            </ButtonLink>
            {invoices.data?.length !== 0 && (
              <ButtonLink
                to={`/admin/invoices?client=${clientId}`}
                size="small"
                aria-label="View all invoices"
              >
                View all
              </ButtonLink>
            )}
          </div>
        }
        subtitle={total > shownCount && shownCount > 0 ? `${shownCount} of ${total}, unpaid first` : null}
      />
      <Loaded
        query={invoices}
        errorMessage="We couldn't load the invoices."
        loading={<Loading text="Loading invoices..." />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState isSmall title="No invoices yet" hint="Invoices appear here after the next sync" />
          ) : (
            <InvoiceList invoices={list} />
          )
        }
      </Loaded>
    </Card>
  );
}
