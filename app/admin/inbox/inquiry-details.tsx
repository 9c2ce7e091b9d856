import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { inquirySubject } from "./inquiry-subject.ts";

/** Card with the sender, the service, and the times of an inquiry. */
export function InquiryDetails({ inquiry }: { inquiry: Inquiry }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  const details = [
    { label: "From", value: inquiry.name },
    {
      label: "Email",
      value: (
        <a href={`mailto:${inquiry.email}`} className="hover:text-accent hover:underline">
          {inquiry.email}
        </a>
      ),
    },
    { label: "Service", value: inquirySubject(inquiry) },
    { label: "Received", value: formatRelativeTime(inquiry.created_at, now, timeZone) },
    ...(inquiry.replied_at
      ? [{ label: "Replied", value: formatRelativeTime(inquiry.replied_at, now, timeZone) }]
      : []),
  ];
  return (
    <Card aria-labelledby="inquiry-details">
      <CardHeader title={<span id="inquiry-details">Details</span>} />
      <dl className="grid gap-2 text-14">
        {details.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="shrink-0 text-13 text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
