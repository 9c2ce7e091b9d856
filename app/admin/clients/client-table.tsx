import { BadgeDollarSign } from "lucide-react";
import { Link } from "react-router";
import type { ListedClient } from "#app/data/admin-clients.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { clientStatus } from "#domain/client.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";

const columns: ReadonlyArray<Column<ListedClient>> = [
  {
    key: "company",
    header: "Company",
    cell: (client) => (
      <Link to={`/admin/clients/${client.id}`} className="rounded-small hover:text-accent hover:underline">
        {client.company}
      </Link>
    ),
  },
  { key: "contact", header: "Contact", cell: (client) => client.contactPerson },
  {
    key: "email",
    header: "Email",
    cell: ({ email }) => (email ? <EmailLink email={email} /> : "—"),
  },
  {
    key: "balance",
    header: "Balance",
    align: "end",
    cell: (client) => <OutstandingAmount cents={client.balanceCents} whenNone="plain" />,
  },
  {
    key: "invoices",
    header: "Invoices",
    align: "end",
    cell: (client) => client.invoiceCount.toLocaleString("en-US"),
  },
  {
    key: "status",
    header: "Status",
    cell: (client) => {
      const { label, tone } = clientStatus(client.status);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: (client, place) => (
      <ButtonLink
        to={`/admin/client-rates?${new URLSearchParams({ clientId: client.id, clientName: client.company })}`}
        size="small"
        tone={place === "table" ? "quiet" : "secondary"}
        aria-label={`Manage rates of ${client.company}`}
        icon={<BadgeDollarSign aria-hidden="true" className="size-4" />}
        className="whitespace-nowrap"
      >
        Manage rates
      </ButtonLink>
    ),
  },
];

export function ClientTable({ clients }: { clients: readonly ListedClient[] }) {
  return (
    <Table label="Clients" cardsBelow="lg" columns={columns} rows={clients} rowKey={(client) => client.id} />
  );
}

/** A long address breaks before its host, never within a word. */
function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <a href={`mailto:${email}`} className="hover:text-accent hover:underline">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  );
}
