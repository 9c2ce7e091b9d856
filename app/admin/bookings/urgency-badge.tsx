import { Badge } from "#app/ui/feedback/badge.tsx";
import { type BookingRow, urgencyBadge } from "#domain/bookings/booking.ts";

/**
 * The urgency that the client selected. Requests for a meeting have none. A low urgency has no dot, because next to the time
 * left to reply it would look as if the reply could wait.
 */
export function UrgencyBadge({
  booking: { kind, urgency },
}: {
  booking: Pick<BookingRow, "kind" | "urgency">;
}) {
  if (kind === "meeting") {
    return null;
  }
  const { label, tone } = urgencyBadge(urgency);
  return tone === "neutral" ? (
    <span className="whitespace-nowrap text-13 text-muted">{label}</span>
  ) : (
    <Badge tone={tone}>{label}</Badge>
  );
}
