import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { Loaded } from "#app/components/loaded.tsx";
import { pendingBookings } from "#app/data/admin-bookings.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { formatDate } from "#domain/calendar-date.ts";

/** How pressing a booking is, in a word and a tone. */
const urgencies: Record<string, { label: string; tone: string }> = {
  high: { label: "HIGH", tone: "negative" },
  medium: { label: "MEDIUM", tone: "warning" },
  low: { label: "LOW", tone: "neutral" },
};

export function PendingBookingsCard() {
  const pending = useQuery(pendingBookings());
  return (
    <Card>
      <CardHead
        title="Pending Service Bookings"
        context={pending.data && pending.data.total > 0 ? waitingWords(pending.data) : null}
      />
      <Loaded
        query={pending}
        failed="The bookings could not be loaded."
        loading={<Loading text="Loading bookings..." rows={2} />}
      >
        {({ bookings }) =>
          bookings.length === 0 ? (
            <EmptyState icon={<CalendarCheck className="size-6" />} title="No pending bookings" />
          ) : (
            <ul className="divide-y divide-line">
              {bookings.map((booking) => (
                <li
                  key={booking.id}
                  className="flex items-start justify-between gap-4 py-3 text-14 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0">
                    <p className="font-medium">{booking.clients.company}</p>
                    <p className="text-muted">
                      {booking.service_type}
                      {booking.kind === "quote" && " (quote)"}
                    </p>
                    <p className="tabular text-13 text-faint">
                      Preferred start {formatDate(booking.preferred_start_date)}
                    </p>
                  </div>
                  <Badge tone={urgencies[booking.urgency]?.tone ?? "neutral"}>
                    {urgencies[booking.urgency]?.label ?? booking.urgency.toUpperCase()} priority
                  </Badge>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function waitingWords({ bookings, total }: { bookings: readonly unknown[]; total: number }): string {
  return total > bookings.length
    ? `${total} waiting, the ${bookings.length} oldest of them below`
    : `${total} waiting, oldest first`;
}
