import { Link } from "react-router";
import type { ListedInvoice } from "#app/api/admin/invoices.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { dueLabel } from "#domain/invoices/due-label.ts";
import { amountOwed, invoiceStatusBadge } from "#domain/invoices/invoice.ts";
import { safePaymentUrl } from "#domain/invoices/payment-link.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { buildSquareUrl } from "#domain/square/square-link.ts";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { UnassignButton } from "./unassign-button.tsx";

type RowActions = {
  assign: (invoice: ListedInvoice) => void;
  unassign: (id: string, clientId: string) => void;
};

/** @param template URL template for an invoice's page in Square */
export function createInvoiceColumns(
  today: CalendarDate,
  template: string | null,
  actions: RowActions,
): ReadonlyArray<ListColumn<ListedInvoice>> {
  return [
    {
      key: "number",
      header: "Invoice",
      sort: "invoice_number",
      cell: (invoice) => (
        <>
          <InvoiceName invoice={invoice} squareUrl={buildSquareUrl(template, invoice.square_invoice_id)} />
          {invoice.description && (
            <span className="line-clamp-2 font-normal text-13 text-muted">{invoice.description}</span>
          )}
        </>
      ),
    },
    {
      key: "client",
      header: "Client",
      sort: "company_order",
      cell: ({ company, client_id }) =>
        client_id ? (
          <Link
            to={`/admin/clients/${client_id}`}
            className="rounded-small hover:text-accent hover:underline"
          >
            {company}
          </Link>
        ) : (
          <Badge tone="warning">Unassigned</Badge>
        ),
    },
    {
      key: "status",
      header: "Status",
      sort: "status",
      cell: (invoice) => {
        const { label, tone } = invoiceStatusBadge(invoice.status);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: "due",
      header: "Due",
      sort: "due_date",
      cell: (invoice) => <span className="tabular whitespace-nowrap">{formatDate(invoice.due_date)}</span>,
    },
    {
      key: "age",
      header: "Age",
      cell: (invoice) => {
        const age = dueLabel(invoice, today);
        return age ? <Badge tone={age.tone}>{age.label}</Badge> : "—";
      },
    },
    {
      key: "amount",
      header: "Amount",
      sort: "amount",
      align: "end",
      cell: (invoice) => formatDollars(toCents(invoice.amount)),
    },
    {
      key: "open",
      header: "Outstanding",
      sort: "open_amount",
      align: "end",
      cell: (invoice) => formatDollars(amountOwed(invoice)),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (invoice, layout) => {
        const paymentUrl = safePaymentUrl(invoice.square_payment_url);
        const { id, client_id: clientId } = invoice;
        return (
          <>
            {clientId && invoice.client_assigned_manually && (
              <UnassignButton
                number={invoice.invoice_number}
                layout={layout}
                onPress={() => actions.unassign(id, clientId)}
              />
            )}
            {!clientId && (
              <Button
                size="small"
                aria-label={`Assign invoice #${invoice.invoice_number}`}
                onClick={() => actions.assign(invoice)}
              >
                Assign
              </Button>
            )}
            {paymentUrl && (
              <ButtonLink
                to={paymentUrl}
                size="small"
                tone="quiet"
                className="whitespace-nowrap"
                aria-label={`Payment page for invoice #${invoice.invoice_number} (opens in a new tab)`}
              >
                Payment page
              </ButtonLink>
            )}
          </>
        );
      },
    },
  ];
}

function InvoiceName({ invoice, squareUrl }: { invoice: ListedInvoice; squareUrl: string | null }) {
  const name = `#${invoice.invoice_number || "—"}`;
  if (!squareUrl) {
    return name;
  }
  return (
    <a
      href={squareUrl}
      target="_blank"
      rel="noopener noreferrer"
      title="View in Square"
      className="rounded-small hover:text-accent hover:underline"
    >
      {name}
      <span className="sr-only"> in Square (opens in a new tab)</span>
    </a>
  );
}
