import { useQuery } from "@tanstack/react-query";
import { clientInvoicesQuery } from "#app/api/admin/client.ts";
import { InvoiceAmount } from "#app/components/invoices/invoice-amount.tsx";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { InvoiceLink } from "../invoices/invoice-link.tsx";

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
            <ButtonLink to={`/admin/invoices?client=${clientId}`} size="small" aria-label="View all invoices">
              View all
            </ButtonLink>
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
            <ul aria-label="Invoices" className="divide-y divide-line">
              {list.map((invoice) => (
                <li
                  key={invoice.id}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_9.5rem_8.5rem]"
                >
                  <div className="max-sm:col-span-2 min-w-0">
                    <p className="font-medium">
                      <InvoiceLink invoice={invoice} />
                    </p>
                    <p className="text-13 text-muted">Due {formatDate(visibleDueDate(invoice))}</p>
                  </div>
                  <InvoiceBadges invoice={invoice} />
                  <div className="tabular text-right">
                    <InvoiceAmount invoice={invoice} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
