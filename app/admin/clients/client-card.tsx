import { Link } from "react-router";
import type { ListedClient } from "#app/api/admin/clients.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { clientStatusBadge } from "#domain/clients/client.ts";
import { formatPartiallyPaid } from "#domain/invoices/invoice.ts";
import type { Cents } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { ClientMenu } from "./client-columns.tsx";

type ClientCardProps = { client: ListedClient; overdueCents: Cents | undefined };

/** Client card for narrow screens: name and contact on the left, balance on the right. */
export function ClientCard({ client, overdueCents }: ClientCardProps) {
  const { id, company, contactPerson, email, status, balanceCents, invoiceCount, unpaid } = client;
  const note = formatPartiallyPaid(unpaid);
  const { label, tone } = clientStatusBadge(status);
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <div className="min-w-0 flex-1 basis-32 font-medium text-16">
            <RecordName to={`/admin/clients/${id}`} name={company} />
          </div>
          <div className="tabular ml-auto shrink-0 text-right font-medium text-16">
            <OutstandingAmount cents={balanceCents} overdueCents={overdueCents} zeroStyle="plain" />
          </div>
        </div>
        <p className="wrap-anywhere text-muted">{[contactPerson, email].filter(Boolean).join(" · ")}</p>
        {note && <p className="tabular text-13 text-muted">{note}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <Link
            to={`/admin/invoices?client=${id}`}
            className="tabular inline-flex min-h-6 items-center rounded-small text-13 text-muted hover:text-accent hover:underline"
          >
            {formatCount(invoiceCount, "invoice")}
          </Link>
        </div>
      </div>
      <div className="-mt-2 -mr-2 shrink-0">
        <ClientMenu client={client} />
      </div>
    </div>
  );
}
