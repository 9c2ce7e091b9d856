import { useQuery } from "@tanstack/react-query";
import { ownBookings } from "#app/api/bookings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { bookingStatus } from "#domain/booking.ts";
import { formatDate } from "#domain/calendar-date.ts";
import { formatDay } from "#domain/relative-time.ts";
import { useCurrentClient } from "../current-client.ts";

/** What the client has asked for, and what became of it. */
export function BookingList() {
  const { id } = useCurrentClient();
  const bookings = useQuery(ownBookings(id));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <section aria-labelledby="own-bookings">
      <h2 id="own-bookings" className="mb-3 text-18">
        Your requests
      </h2>
      <Loaded
        query={bookings}
        failed="Your requests could not be loaded."
        loading={<Loading text="Loading your requests..." />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No requests yet" hint="What you ask for appears here with its state." />
          ) : (
            <ul className="divide-y divide-line border-line border-y">
              {list.map((booking) => {
                const status = bookingStatus(booking.status);
                return (
                  <li key={booking.id} className="py-3 text-14">
                    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                      <span className="font-medium">{booking.service_type}</span>
                      <Badge tone={status.tone}>{status.label}</Badge>
                    </div>
                    <p className="mt-0.5 text-13 text-muted">
                      {booking.kind === "quote" ? "Quote" : "Booking"} asked for on{" "}
                      {formatDay(booking.created_at, timeZone)}, preferred start{" "}
                      {formatDate(booking.preferred_start_date)}
                    </p>
                    {booking.scheduled_at && (
                      <p className="mt-0.5 text-13">{`Scheduled for ${meetingTime(booking.scheduled_at)}`}</p>
                    )}
                    {booking.decline_reason && (
                      <p className="mt-0.5 text-13 text-muted">{booking.decline_reason}</p>
                    )}
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function meetingTime(instant: string): string {
  return new Date(instant).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}
