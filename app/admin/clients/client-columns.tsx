import { Link } from "react-router";
import type { ListedClient } from "#app/api/admin/clients.ts";
import { ButtonLink, IconLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { CellLayout } from "#app/ui/data-display/table.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { BadgeDollarSign, type IconComponent, ReceiptText, Settings } from "#app/ui/icons.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { clientStatusBadge } from "#domain/clients/client.ts";
import { formatPartiallyPaid } from "#domain/invoices/invoice.ts";
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
  { key: "contact", header: "Contact", sort: "contact_person", cell: (client) => client.contactPerson },
  {
    key: "email",
    header: "Email",
    sort: "email",
    cell: ({ email }, layout) => (email ? <EmailLink email={email} layout={layout} /> : "—"),
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
      rowLinks(client).map((link) => <RowLinkButton key={link.label} {...link} layout={layout} />),
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

type RowLink = { label: string; name: string; to: string; icon: IconComponent };

/** Links in the Actions column. The client page has the edit, suspend and restore actions. */
function rowLinks({ id, company }: ListedClient): RowLink[] {
  const ratesParams = new URLSearchParams({ clientId: id, clientName: company });
  return [
    {
      label: "Manage rates",
      name: `Manage rates for ${company}`,
      to: `/admin/client-rates?${ratesParams}`,
      icon: BadgeDollarSign,
    },
    {
      label: "Invoices",
      name: `Invoices for ${company}`,
      to: `/admin/invoices?client=${id}`,
      icon: ReceiptText,
    },
    { label: "Settings", name: `Settings for ${company}`, to: `/admin/clients/${id}`, icon: Settings },
  ];
}

function RowLinkButton({ label, name, to, icon: Icon, layout }: RowLink & { layout: CellLayout }) {
  const icon = <Icon aria-hidden="true" className="size-4" />;
  if (layout === "card") {
    return (
      <ButtonLink to={to} size="small" aria-label={name} icon={icon}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Tooltip label={label}>
      <IconLink to={to} label={name}>
        {icon}
      </IconLink>
    </Tooltip>
  );
}

/** Long addresses are cut off in the table only. */
function EmailLink({ email, layout }: { email: string; layout: CellLayout }) {
  return (
    <a
      href={`mailto:${email}`}
      title={email}
      className={classNames(
        "hover:text-accent hover:underline",
        layout === "table" ? "block max-w-56 truncate xl:max-w-48 2xl:max-w-56" : "wrap-anywhere",
      )}
    >
      {email}
    </a>
  );
}
