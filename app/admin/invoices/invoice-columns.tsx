import { Link } from "react-router";
import type { ListedInvoice } from "#app/api/admin-invoice-list.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type CalendarDate, formatDate } from "#domain/calendar-date.ts";
import { amountDue, invoiceStatus } from "#domain/invoice.ts";
import { dueWords } from "#domain/invoice-age.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { paymentLink } from "#domain/payment-link.ts";
import { squareLink } from "#domain/square-link.ts";
import type { ListColumn } from "../lists/sorted-columns.tsx";
import { TakeBackButton } from "./take-back-button.tsx";

type RowActs = {
  /** For a row without a client. */
  assign: (invoice: ListedInvoice) => void;
  /** For a row whose client was chosen by hand. */
  takeBack: (id: string, clientId: string) => void;
};

/** The columns of the list, with ages as of `today` and, by `template`, Square's own page of each. */
export function invoiceColumns(
  today: CalendarDate,
  template: string | null,
  acts: RowActs,
): ReadonlyArray<ListColumn<ListedInvoice>> {
  return [
    {
      key: "number",
      header: "Invoice",
      sort: "invoice_number",
      cell: (invoice) => (
        <>
          <InvoiceName invoice={invoice} atSquare={squareLink(template, invoice.square_invoice_id)} />
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
          <Badge tone="warning">No client</Badge>
        ),
    },
    {
      key: "status",
      header: "Status",
      sort: "status",
      cell: (invoice) => {
        const { label, tone } = invoiceStatus(invoice.status);
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
        const age = dueWords(invoice, today);
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
      header: "Open",
      sort: "open_amount",
      align: "end",
      cell: (invoice) => formatDollars(amountDue(invoice)),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (invoice, place) => {
        const address = paymentLink(invoice.square_payment_url);
        const { id, client_id: clientId } = invoice;
        return (
          <>
            {clientId && invoice.client_assigned_manually && (
              <TakeBackButton
                number={invoice.invoice_number}
                place={place}
                onPress={() => acts.takeBack(id, clientId)}
              />
            )}
            {!clientId && (
              <Button
                size="small"
                aria-label={`Assign invoice #${invoice.invoice_number}`}
                onClick={() => acts.assign(invoice)}
              >
                Assign
              </Button>
            )}
            {address && (
              <ButtonLink
                to={address}
                size="small"
                tone="quiet"
                className="whitespace-nowrap"
                aria-label={`Payment page of invoice #${invoice.invoice_number} (opens in a new tab)`}
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

function InvoiceName({ invoice, atSquare }: { invoice: ListedInvoice; atSquare: string | null }) {
  const name = `#${invoice.invoice_number || "—"}`;
  if (!atSquare) return name;
  return (
    <a
      href={atSquare}
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
