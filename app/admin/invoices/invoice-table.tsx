import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListedInvoice } from "#app/data/admin-invoice-list.ts";
import { squareLinks } from "#app/data/admin-square.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { dateIn, formatDate } from "#domain/calendar-date.ts";
import { amountDue, invoiceStatus } from "#domain/invoice.ts";
import { dueWords } from "#domain/invoice-age.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { paymentLink } from "#domain/payment-link.ts";
import { squareLink } from "#domain/square-link.ts";

type InvoiceTableProps = { invoices: readonly ListedInvoice[]; onAssign: (invoice: ListedInvoice) => void };

export function InvoiceTable({ invoices, onAssign }: InvoiceTableProps) {
  const links = useQuery(squareLinks()).data;
  const today = dateIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const columns: ReadonlyArray<Column<ListedInvoice>> = [
    {
      key: "number",
      header: "Invoice",
      cell: (invoice) => {
        const name = `#${invoice.invoice_number || "—"}`;
        const atSquare = squareLink(links?.invoice, invoice.square_invoice_id);
        return atSquare ? (
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
        ) : (
          name
        );
      },
    },
    {
      key: "client",
      header: "Client",
      cell: ({ clients, client_id }) =>
        clients ? (
          <Link
            to={`/admin/clients/${client_id}`}
            className="rounded-small hover:text-accent hover:underline"
          >
            {clients.company}
          </Link>
        ) : (
          <Badge tone="warning">No client</Badge>
        ),
    },
    {
      key: "status",
      header: "Status",
      cell: (invoice) => {
        const { label, tone } = invoiceStatus(invoice.status);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: "due",
      header: "Due",
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
      align: "end",
      cell: (invoice) => formatDollars(toCents(invoice.amount)),
    },
    { key: "open", header: "Open", align: "end", cell: (invoice) => formatDollars(amountDue(invoice)) },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (invoice) => {
        const address = paymentLink(invoice.square_payment_url);
        return (
          <>
            {!invoice.clients && (
              <Button
                size="small"
                aria-label={`Assign invoice #${invoice.invoice_number}`}
                onClick={() => onAssign(invoice)}
              >
                Assign
              </Button>
            )}
            {address && (
              <ButtonLink
                to={address}
                size="small"
                tone="quiet"
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
  return <Table label="Invoices" cardsBelow="xl" columns={columns} rows={invoices} rowKey={({ id }) => id} />;
}
