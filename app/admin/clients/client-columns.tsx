import { Link } from "react-router";
import type { ListedClient } from "#app/api/admin/clients.ts";
import type { OverdueByClient } from "#app/api/admin/overdue-by-client.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { BadgeDollarSign, ReceiptText, Settings } from "#app/ui/icons.tsx";
import { clientStatusBadge } from "#domain/clients/client.ts";
import { formatPartiallyPaid } from "#domain/invoices/invoice.ts";
import { formatDollars, ZERO_CENTS } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import { RecordName } from "../lists/record-name.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";

export function createClientColumns(overdue: OverdueByClient): ReadonlyArray<ListColumn<ListedClient>> {
  return [
    {
      key: "company",
      header: "Company",
      sort: "company_order",
      isWide: true,
      cell: ({ id, company, contactPerson }, _, hiddenKeys) => (
        <>
          <RecordName to={`/admin/clients/${id}`} name={company} />
          {hiddenKeys.has("contact") && (
            <span className="block font-normal text-13 text-muted">{contactPerson}</span>
          )}
        </>
      ),
    },
    {
      key: "contact",
      header: "Contact",
      sort: "contact_person",
      minWidth: 1150,
      cell: ({ contactPerson }) => contactPerson,
    },
    {
      key: "email",
      header: "Email",
      sort: "email",
      minWidth: 1000,
      isLongText: true,
      cell: ({ email }) => (email ? <EmailLink email={email} /> : "—"),
    },
    {
      key: "overdue",
      header: "Overdue",
      sort: "overdue_amount",
      align: "end",
      cell: ({ id }) => {
        const cents = overdue.get(id) ?? ZERO_CENTS;
        return cents > 0 ? (
          <span className="text-negative">{formatDollars(cents)}</span>
        ) : (
          <span className="text-muted">—</span>
        );
      },
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
            {/* A note in one line would break the email addresses. */}
            {note && (
              <span data-wraps className="ml-auto block max-w-36 text-13 text-muted">
                {note}
              </span>
            )}
          </>
        );
      },
    },
    {
      key: "invoices",
      header: "Invoices",
      sort: "invoice_count",
      align: "end",
      minWidth: 800,
      cell: ({ id, company, invoiceCount }) =>
        invoiceCount === 0 ? (
          "0"
        ) : (
          <Link
            to={`/admin/invoices?client=${id}`}
            aria-label={`${formatCount(invoiceCount, "invoice")} for ${company}`}
            className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
          >
            {invoiceCount.toLocaleString("en-US")}
          </Link>
        ),
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
      cell: (client, layout) => layout === "table" && <ClientMenu client={client} />,
    },
  ];
}

/** The row's actions. The client page has all of them. */
export function ClientMenu({ client: { id, company } }: { client: ListedClient }) {
  const ratesParams = new URLSearchParams({ clientId: id, clientName: company });
  return (
    <MoreMenu
      name={company}
      entries={[
        {
          label: "Manage rates",
          to: `/admin/client-rates?${ratesParams}`,
          icon: <BadgeDollarSign aria-hidden="true" className="size-4" />,
        },
        {
          label: "Invoices",
          to: `/admin/invoices?client=${id}`,
          icon: <ReceiptText aria-hidden="true" className="size-4" />,
        },
        {
          label: "Settings",
          to: `/admin/clients/${id}`,
          icon: <Settings aria-hidden="true" className="size-4" />,
        },
      ]}
    />
  );
}

/** Breaks a long address after the @ if possible. */
function EmailLink({ email }: { email: string }) {
  const [name, domain] = email.split("@");
  return (
    <a href={`mailto:${email}`} className="group wrap-anywhere hover:text-accent">
      {/* A link doesn't underline its inline blocks. */}
      <span className="inline-block group-hover:underline">{name}@</span>
      <span className="inline-block group-hover:underline">{domain}</span>
    </a>
  );
}
