import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { type ListedBooking, pendingBookings } from "#app/api/admin-bookings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { counted } from "#domain/counted.ts";
import { type BookingAct, BookingDialogs, type OpenedBooking } from "../bookings/booking-dialogs.tsx";
import { UrgencyBadge } from "../bookings/urgency-badge.tsx";

/** The bookings that have waited longest for an answer, and the answers. */
export function PendingBookingsCard() {
  const pending = useQuery(pendingBookings());
  const [opened, setOpened] = useState<OpenedBooking | null>(null);
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
        {({ bookings, total }) =>
          bookings.length === 0 ? (
            <EmptyState icon={<CalendarCheck className="size-6" />} title="No pending bookings" />
          ) : (
            <>
              <ul className="mb-4 divide-y divide-line">
                {bookings.map((booking) => (
                  <PendingBooking
                    key={booking.id}
                    booking={booking}
                    onAct={(act) => setOpened({ act, booking })}
                  />
                ))}
              </ul>
              <ButtonLink to="/admin/bookings">View All {counted(total, "Booking")}</ButtonLink>
            </>
          )
        }
      </Loaded>
      <BookingDialogs opened={opened} onOpen={setOpened} />
    </Card>
  );
}

function PendingBooking({ booking, onAct }: { booking: ListedBooking; onAct: (act: BookingAct) => void }) {
  const { company } = booking.clients;
  return (
    <li className="py-3 text-14 first:pt-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">{company}</p>
          <p className="text-muted">
            {booking.service_type}
            {booking.kind === "quote" && " (quote)"}
          </p>
          <p className="tabular text-13 text-faint">
            Preferred start {formatDate(booking.preferred_start_date)}
          </p>
        </div>
        <UrgencyBadge urgency={booking.urgency} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" aria-label={`Approve: ${company}`} onClick={() => onAct("approve")}>
          Approve
        </Button>
        <Button
          size="small"
          tone="quiet"
          aria-label={`View Details: ${company}`}
          onClick={() => onAct("details")}
        >
          View Details
        </Button>
      </div>
    </li>
  );
}

function waitingWords({ bookings, total }: { bookings: readonly unknown[]; total: number }): string {
  return total > bookings.length
    ? `${total} waiting, the ${bookings.length} oldest of them below`
    : `${total} waiting, oldest first`;
}
