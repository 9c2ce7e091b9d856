import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type OwnBooking, ownBookingsQuery } from "#app/api/portal/bookings.ts";
import { useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { type BookingKind, bookingStatusBadge, formatPreferredDate } from "#domain/bookings/booking.ts";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { useCurrentClient } from "../current-client.ts";
import { lazyPickTimeDialog } from "../meetings/lazy-time-dialogs.ts";
import { useCanPickTimes } from "../meetings/use-can-pick-times.ts";
import { WithdrawBookingButton } from "./withdraw-booking-button.tsx";

const REQUESTED_LABELS = {
  booking: "Requested",
  quote: "Quote requested",
  meeting: "Meeting requested",
} satisfies Record<BookingKind, string>;

/** List of the client's booking, quote and meeting requests and their status. */
export function BookingList() {
  const { id } = useCurrentClient();
  const bookings = useQuery(ownBookingsQuery(id));
  const canPickTimes = useCanPickTimes();
  const [scheduled, setScheduled] = useState<OwnBooking | null>(null);
  const PickTimeDialog = useLazyComponent(lazyPickTimeDialog, { isNeeded: scheduled !== null });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <section aria-labelledby="own-bookings">
      <h2 id="own-bookings" className="mb-3 text-18">
        Your requests
      </h2>
      <Loaded
        query={bookings}
        errorMessage="We couldn't load your requests."
        loading={<Loading text="Loading your requests..." />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No requests yet" hint="Your requests and their status appear here" />
          ) : (
            <ul className="divide-y divide-line border-line border-y">
              {list.map((booking) => {
                const status = bookingStatusBadge(booking.status);
                return (
                  <li key={booking.id} className="py-3 text-14">
                    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                      <span className="font-medium">{booking.service_type}</span>
                      <Badge tone={status.tone}>{status.label}</Badge>
                    </div>
                    <p className="mt-0.5 text-13 text-muted">
                      {REQUESTED_LABELS[booking.kind]} {formatInstantDate(booking.created_at, timeZone)} ·{" "}
                      {formatPreferredDate(booking)}
                    </p>
                    {booking.scheduled_at && booking.status !== "cancelled" && (
                      <p className="mt-0.5 text-13">{`Scheduled for ${formatMeetingTime(new Date(booking.scheduled_at), timeZone)}`}</p>
                    )}
                    {booking.status === "pending" && (
                      <div className="mt-2 flex flex-wrap gap-2">
                        {canPickTimes && booking.kind !== "quote" && (
                          <Button
                            size="small"
                            aria-label={`Schedule meeting: ${booking.service_type}`}
                            onClick={() => setScheduled(booking)}
                          >
                            Schedule meeting
                          </Button>
                        )}
                        <WithdrawBookingButton booking={booking} />
                      </div>
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
      {scheduled && PickTimeDialog && (
        <PickTimeDialog booking={scheduled} timeZone={timeZone} onClose={() => setScheduled(null)} />
      )}
    </section>
  );
}
