import type { ListedConsultation } from "#app/api/admin/consultations.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { consultationStatusBadge } from "#domain/consultations/consultation.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";

/** When a consultation takes place, with whom, and what happened to it. */
export function ConsultationDetails({ consultation }: { consultation: ListedConsultation }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { label, tone } = consultationStatusBadge(consultation.status);
  const start = new Date(consultation.starts_at);
  const minutes = Math.round((Date.parse(consultation.ends_at) - start.getTime()) / 60_000);
  const previous = consultation.previous_starts.at(-1);
  const details = [
    { label: "Status", value: <Badge tone={tone}>{label}</Badge> },
    { label: "Time", value: formatMeetingTime(start, timeZone) },
    { label: "Length", value: `${minutes} minutes` },
    ...(consultation.time_zone === timeZone
      ? []
      : [{ label: "Visitor's time zone", value: formatTimeZone(consultation.time_zone) }]),
    ...(previous
      ? [{ label: "Rescheduled from", value: formatMeetingTime(new Date(previous), timeZone) }]
      : []),
    { label: "Host", value: consultation.consultation_hosts.name },
    ...(consultation.cancelled_by
      ? [{ label: "Canceled by", value: consultation.cancelled_by === "firm" ? "Your team" : "Visitor" }]
      : []),
    ...(consultation.cancel_reason ? [{ label: "Reason", value: consultation.cancel_reason }] : []),
  ];
  return (
    <dl className="grid gap-2 text-14">
      {details.map(({ label: term, value }) => (
        <div key={term} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-13 text-muted">{term}</dt>
          <dd className="tabular wrap-anywhere min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
