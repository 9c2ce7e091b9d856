import { useQuery } from "@tanstack/react-query";
import { overdueByClientQuery } from "#app/api/admin/overdue-by-client.ts";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { ClientRow } from "#domain/clients/client.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { Cents } from "#domain/money/money.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";

/** Card with the client's contact details and balance. */
export function ClientDetailsCard({
  client,
  email,
  balanceCents,
}: {
  client: ClientRow;
  email: string;
  balanceCents: Cents;
}) {
  const { data: overdue } = useQuery(overdueByClientQuery([client.id], firmToday(new Date())));
  const details = [
    { label: "Contact", value: client.contact_person },
    {
      label: "Email",
      value: email ? (
        <a href={`mailto:${email}`} className="wrap-anywhere hover:text-accent hover:underline">
          {email}
        </a>
      ) : (
        "—"
      ),
    },
    { label: "Phone", value: client.phone || "—" },
    { label: "Address", value: client.address || "—" },
    { label: "Client since", value: formatDate(client.joined_date) },
    {
      label: "Balance",
      value: (
        <OutstandingAmount cents={balanceCents} overdueCents={overdue?.get(client.id)} zeroStyle="plain" />
      ),
    },
  ];
  return (
    <Card>
      <CardHeader title="Details" />
      <dl className="grid gap-2 text-14">
        {details.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="shrink-0 text-13 text-muted">{label}</dt>
            <dd className="tabular wrap-anywhere min-w-0 text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
