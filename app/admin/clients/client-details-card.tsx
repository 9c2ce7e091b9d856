import { Link } from "react-router";
import type { ClientDetails } from "#app/api/admin/client.ts";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { INBOX_PATH } from "../shell/admin-pages.ts";

type ClientDetailsCardProps = Pick<ClientDetails, "client" | "email" | "inquiries">;

/** Card with the client's contact details, and links to the inquiries that the client was created from. */
export function ClientDetailsCard({ client, email, inquiries }: ClientDetailsCardProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
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
    ...(inquiries.length > 0
      ? [
          {
            label: "Inquiry",
            value: inquiries.map(({ id, created_at }) => (
              <Link
                key={id}
                to={`${INBOX_PATH}/${id}`}
                className="ml-3 rounded-small underline hover:text-accent"
              >
                {formatDate(dateInTimeZone(new Date(created_at), timeZone))}
              </Link>
            )),
          },
        ]
      : []),
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
