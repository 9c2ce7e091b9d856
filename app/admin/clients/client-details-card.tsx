import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { ClientRow } from "#domain/clients/client.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";

/** Card with the client's contact details. */
export function ClientDetailsCard({ client, email }: { client: ClientRow; email: string }) {
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
