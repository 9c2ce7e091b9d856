import { useQuery } from "@tanstack/react-query";
import { clientInvoices } from "#app/api/admin-client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { invoiceStatus } from "#domain/invoice.ts";
import { formatDollars, toCents } from "#domain/money.ts";

/** The client's invoices, the last due first. */
export function ClientInvoices({ clientId, total }: { clientId: string; total: number }) {
  const invoices = useQuery(clientInvoices(clientId));
  const shown = invoices.data?.length ?? 0;
  return (
    <Card>
      <CardHead
        title="Invoices"
        action={
          <ButtonLink to={`/admin/invoices?client=${clientId}`} size="small">
            Open in Invoices
          </ButtonLink>
        }
        context={total > shown && shown > 0 ? `The last ${shown} of ${total}` : null}
      />
      <Loaded
        query={invoices}
        failed="The invoices could not be loaded."
        loading={<Loading text="Loading invoices..." />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No invoices yet" hint="They come with the next sync from Square" />
          ) : (
            <ul aria-label="Invoices" className="divide-y divide-line">
              {list.map((invoice) => {
                const { label, tone } = invoiceStatus(invoice.status);
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
