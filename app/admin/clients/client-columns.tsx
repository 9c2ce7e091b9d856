import { BadgeDollarSign, type LucideIcon, ReceiptText, Settings } from "lucide-react";
import { Link } from "react-router";
import type { ListedClient } from "#app/api/admin-clients.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { CellPlace } from "#app/ui/table.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { clientStatus } from "#domain/client.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import type { ListColumn } from "../lists/sorted-columns.tsx";

export const clientColumns: ReadonlyArray<ListColumn<ListedClient>> = [
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
  { key: "contact", header: "Contact", sort: "contact_person", cell: (client) => client.contactPerson },
  {
    key: "email",
    header: "Email",
    sort: "email",
    cell: ({ email }) => (email ? <EmailLink email={email} /> : "—"),
  },
  {
    key: "balance",
    header: "Balance",
    sort: "outstanding_balance",
    align: "end",
    cell: (client) => <OutstandingAmount cents={client.balanceCents} whenNone="plain" />,
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
      const { label, tone } = clientStatus(client.status);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: (client, place) => waysOf(client).map((way) => <Way key={way.label} {...way} place={place} />),
  },
];

type RowWay = { label: string; name: string; to: string; icon: LucideIcon };

/** Where a row leads besides the client's page: its rates, its invoices, and what there is to edit, suspend or restore. */
function waysOf({ id, company }: ListedClient): RowWay[] {
  const rates = new URLSearchParams({ clientId: id, clientName: company });
  return [
    {
      label: "Manage rates",
      name: `Manage rates of ${company}`,
      to: `/admin/client-rates?${rates}`,
      icon: BadgeDollarSign,
    },
    {
      label: "Invoices",
      name: `Invoices of ${company}`,
      to: `/admin/invoices?client=${id}`,
      icon: ReceiptText,
    },
    { label: "Settings", name: `Settings of ${company}`, to: `/admin/clients/${id}`, icon: Settings },
  ];
}

function Way({ label, name, to, icon: Icon, place }: RowWay & { place: CellPlace }) {
  const icon = <Icon aria-hidden="true" className="size-4" />;
  if (place === "card")
    return (
      <ButtonLink to={to} size="small" aria-label={name} icon={icon}>
        {label}
      </ButtonLink>
    );
  return (
    <Tooltip label={label}>
      <Link
        to={to}
        aria-label={name}
        className="grid size-9 place-items-center rounded-small text-muted transition-colors hover:bg-raised hover:text-text"
      >
        {icon}
      </Link>
    </Tooltip>
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
