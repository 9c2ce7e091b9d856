import { useQuery } from "@tanstack/react-query";
import { clientBookingsQuery } from "#app/api/admin/client.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { bookingStatusBadge, formatBookingTitle } from "#domain/bookings/booking.ts";
import { formatBookingTime } from "#domain/bookings/booking-decision.ts";

/** Card with the client's booking, quote and meeting requests. */
export function ClientBookings({ clientId }: { clientId: string }) {
  const bookings = useQuery(clientBookingsQuery(clientId));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card>
      <CardHeader title="Bookings" />
      <Loaded
        query={bookings}
        errorMessage="We couldn't load the bookings."
        loading={<Loading text="Loading bookings..." rows={2} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No bookings yet"
              hint="Requests appear here when the client books a service in the portal"
            />
          ) : (
            <ul aria-label="Bookings" className="divide-y divide-line">
              {list.map((booking) => {
                const { label, tone } = bookingStatusBadge(booking.status);
                return (
                  <li
                    key={booking.id}
                    className="flex items-center justify-between gap-4 py-3 text-14 first:pt-0 last:pb-0"
                  >
                    <div className="min-w-0">
                      <p className="font-medium">{formatBookingTitle(booking)}</p>
                      <p className="text-13 text-muted">{formatBookingTime(booking, timeZone)}</p>
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
