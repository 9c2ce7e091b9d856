import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListedClient } from "#app/api/admin/clients.ts";
import { ButtonLink, IconLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { BadgeDollarSign, ReceiptText, Settings } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { clientStatusBadge } from "#domain/clients/client.ts";
import { formatPartiallyPaid } from "#domain/invoices/invoice.ts";
import { CardMenu } from "../lists/card-menu.tsx";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";

export const CLIENT_COLUMNS: ReadonlyArray<ListColumn<ListedClient>> = [
  {
    key: "company",
    header: "Company",
    sort: "company_order",
    cell: (client) => (
      <Link to={`/admin/clients/${client.id}`} className="rounded-small hover:text-accent hover:underline">
        {client.company}
      </Link>
    ),
  },
  {
    key: "contact",
    header: "Contact",
    sort: "contact_person",
    cell: ({ contactPerson }, layout) =>
      layout === "table" ? <span className="block max-w-40">{contactPerson}</span> : contactPerson,
  },
  {
    key: "email",
    header: "Email",
    sort: "email",
    isLongText: true,
    cell: ({ email }) => (email ? <EmailLink email={email} /> : "—"),
  },
  {
    key: "balance",
    header: "Balance",
    sort: "outstanding_balance",
    align: "end",
    cell: ({ balanceCents, unpaid }) => {
      const note = formatPartiallyPaid(unpaid);
      return (
        <>
          <OutstandingAmount cents={balanceCents} zeroStyle="plain" />
          {note && <PartiallyPaidNote note={note} />}
        </>
      );
    },
  },
  {
    key: "invoices",
    header: "Invoices",
    sort: "invoice_count",
    align: "end",
    cell: (client) => client.invoiceCount.toLocaleString("en-US"),
  },
  {
    key: "status",
    header: "Status",
    cell: (client) => {
      const { label, tone } = clientStatusBadge(client.status);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: (client, layout) =>
      layout === "card" ? <CardLinks client={client} /> : <RowLinks client={client} />,
  },
];

/** Each amount is on its own line. */
function PartiallyPaidNote({ note }: { note: string }) {
  return (
    <span className="block text-13 text-muted">
      {note.split(/(?<=, )/).map((part) => (
        <span key={part} className="block whitespace-pre">
          {part}
        </span>
      ))}
    </span>
  );
}

type RowLink = { label: string; name: string; to: string; icon: ReactNode };

/** Links in the Actions column. The client page has the edit, suspend and restore actions. */
function createLinks({ id, company }: ListedClient): Record<"rates" | "invoices" | "settings", RowLink> {
  const ratesParams = new URLSearchParams({ clientId: id, clientName: company });
  return {
    rates: {
      label: "Manage rates",
      name: `Manage rates for ${company}`,
      to: `/admin/client-rates?${ratesParams}`,
      icon: <BadgeDollarSign aria-hidden="true" className="size-4" />,
    },
    invoices: {
      label: "Invoices",
      name: `Invoices for ${company}`,
      to: `/admin/invoices?client=${id}`,
      icon: <ReceiptText aria-hidden="true" className="size-4" />,
    },
    settings: {
      label: "Settings",
      name: `Settings for ${company}`,
      to: `/admin/clients/${id}`,
      icon: <Settings aria-hidden="true" className="size-4" />,
    },
  };
}

function RowLinks({ client }: { client: ListedClient }) {
  const { rates, invoices, settings } = createLinks(client);
  return [rates, invoices, settings].map(({ label, name, to, icon }) => (
    <Tooltip key={label} label={label}>
      <IconLink to={to} label={name}>
        {icon}
      </IconLink>
    </Tooltip>
  ));
}

/** One link, and a menu with the others. */
function CardLinks({ client }: { client: ListedClient }) {
  const { rates, invoices, settings } = createLinks(client);
  return (
    <>
      <ButtonLink to={invoices.to} size="small" aria-label={invoices.name} icon={invoices.icon}>
        {invoices.label}
      </ButtonLink>
      <CardMenu name={client.company} entries={[rates, settings]} />
    </>
  );
}

/** Breaks a long address after the @ if possible. */
function EmailLink({ email }: { email: string }) {
  const [name, domain] = email.split("@");
  return (
    <a href={`mailto:${email}`} className="wrap-anywhere hover:text-accent hover:underline">
      {name}@<wbr />
      {domain}
    </a>
  );
}
