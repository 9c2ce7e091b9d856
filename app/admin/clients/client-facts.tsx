import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import type { ClientRow } from "#domain/client.ts";
import { OutstandingAmount } from "../lists/outstanding-amount.tsx";

/** Who the client is and how it is reached; its documents and its data are a click away. */
export function ClientFacts({
  client,
  email,
  balanceCents,
}: {
  client: ClientRow;
  email: string;
  balanceCents: number;
}) {
  const facts = [
    { label: "Contact", value: client.contact_person },
    {
      label: "Email",
      value: email ? (
        <a href={`mailto:${email}`} className="break-words hover:text-accent hover:underline">
          {email}
        </a>
      ) : (
        "—"
      ),
    },
    { label: "Phone", value: client.phone || "—" },
    { label: "Address", value: client.address || "—" },
    { label: "Client since", value: formatDate(client.joined_date) },
    { label: "Balance", value: <OutstandingAmount cents={balanceCents} whenNone="plain" /> },
  ];
  return (
    <Card>
      <CardHead title="Details" />
      <dl className="grid gap-2 text-14">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="shrink-0 text-13 text-muted">{label}</dt>
            <dd className="tabular min-w-0 break-words text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={`/admin/documents?client=${client.id}`} size="small">
          Documents of this client
        </ButtonLink>
        <ButtonLink to={`/admin/settings?section=privacy&client=${client.id}`} size="small">
          Export its data
        </ButtonLink>
      </div>
    </Card>
  );
}
