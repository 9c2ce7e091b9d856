import { Badge } from "#app/ui/feedback/badge.tsx";
import { type Urgency, urgencyBadge } from "#domain/bookings/booking.ts";

export function UrgencyBadge({ urgency }: { urgency: Urgency }) {
  const { label, tone } = urgencyBadge(urgency);
  return <Badge tone={tone}>{label}</Badge>;
}
