import { useQuery } from "@tanstack/react-query";
import { clientBookings } from "#app/api/admin-client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { bookingStatus } from "#domain/booking.ts";
import { formatDate } from "#domain/calendar-date.ts";

/** What the client has asked for, the newest first. */
export function ClientBookings({ clientId }: { clientId: string }) {
  const bookings = useQuery(clientBookings(clientId));
  return (
    <Card>
      <CardHead title="Bookings" />
      <Loaded
        query={bookings}
        failed="The bookings could not be loaded."
        loading={<Loading text="Loading bookings..." rows={2} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No bookings yet" />
          ) : (
            <ul aria-label="Bookings" className="divide-y divide-line">
              {list.map((booking) => {
                const { label, tone } = bookingStatus(booking.status);
                return (
                  <li key={booking.id} className="flex items-center justify-between gap-4 py-3 text-14">
                    <div className="min-w-0">
                      <p className="font-medium">
                        {booking.service_type}
                        {booking.kind === "quote" && " (quote)"}
                      </p>
                      <p className="text-13 text-muted">
                        Preferred start {formatDate(booking.preferred_start_date)}
                      </p>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
