import { useQuery } from "@tanstack/react-query";
import { clientInvoicesQuery } from "#app/api/admin/client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { invoiceStatusBadge } from "#domain/invoices/invoice.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";

/** Card with the client's latest invoices. */
export function ClientInvoices({ clientId, total }: { clientId: string; total: number }) {
  const invoices = useQuery(clientInvoicesQuery(clientId));
  const shownCount = invoices.data?.length ?? 0;
  return (
    <Card>
      <CardHeader
        title="Invoices"
        action={
          <ButtonLink to={`/admin/invoices?client=${clientId}`} size="small" aria-label="View all invoices">
            View all
          </ButtonLink>
        }
        subtitle={total > shownCount && shownCount > 0 ? `Latest ${shownCount} of ${total}` : null}
      />
      <Loaded
        query={invoices}
        errorMessage="We couldn't load the invoices."
        loading={<Loading text="Loading invoices..." />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No invoices yet" hint="Invoices appear after the next sync." />
          ) : (
            <ul aria-label="Invoices" className="divide-y divide-line">
              {list.map((invoice) => {
                const { label, tone } = invoiceStatusBadge(invoice.status);
                return (
                  <li key={invoice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-14">
                    <div className="min-w-0 flex-1 basis-40">
                      <p className="font-medium">#{invoice.invoice_number || "—"}</p>
                      <p className="text-13 text-muted">Due {formatDate(invoice.due_date)}</p>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                    <p className="tabular text-right sm:w-28">{formatDollars(toCents(invoice.amount))}</p>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
