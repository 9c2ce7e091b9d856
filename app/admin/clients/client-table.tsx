import { BadgeDollarSign } from "lucide-react";
import type { ListedClient } from "#app/data/admin-clients.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { clientStatus } from "#domain/client.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";

const columns: ReadonlyArray<Column<ListedClient>> = [
  { key: "company", header: "Company", cell: (client) => client.company },
  { key: "contact", header: "Contact", cell: (client) => client.contactPerson },
  {
    key: "email",
    header: "Email",
    cell: ({ email }) =>
      email ? (
        <a href={`mailto:${email}`} className="break-all hover:text-accent hover:underline">
          {email}
        </a>
      ) : (
        "—"
      ),
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
    cell: (client) => (
      <ButtonLink
        to={`/admin/client-rates?${new URLSearchParams({ clientId: client.id, clientName: client.company })}`}
        size="small"
        tone="quiet"
        aria-label={`Manage rates of ${client.company}`}
        icon={<BadgeDollarSign aria-hidden="true" className="size-4" />}
      >
        Manage rates
      </ButtonLink>
    ),
  },
];

export function ClientTable({ clients }: { clients: readonly ListedClient[] }) {
  return (
    <div className="px-4 sm:overflow-x-auto sm:px-1 xl:overflow-visible">
      <Table label="Clients" columns={columns} rows={clients} rowKey={(client) => client.id} />
    </div>
  );
}
