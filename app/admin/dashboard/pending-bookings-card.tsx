import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ListedBooking, pendingBookingsQuery } from "#app/api/admin/bookings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { CalendarCheck } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { awaitsReplySince, formatBookingTitle, formatPreferredDate } from "#domain/bookings/booking.ts";
import { replyTimeBadge } from "#domain/inquiries/inquiry.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { type BookingAction, BookingDialogs, type OpenBooking } from "../bookings/booking-dialogs.tsx";
import { UrgencyBadge } from "../bookings/urgency-badge.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { newProposalPath } from "../shell/admin-pages.ts";

/** Card with the oldest pending bookings and their actions. */
export function PendingBookingsCard() {
  const pending = useQuery(pendingBookingsQuery());
  const [openBooking, setOpenBooking] = useState<OpenBooking | null>(null);
  return (
    <Card>
      <CardHeader
        title="Pending Service Bookings"
        subtitle={pending.data && pending.data.total > 0 ? formatPendingSummary(pending.data) : null}
      />
      <Loaded
        query={pending}
        errorMessage="We couldn't load the bookings."
        loading={<Loading text="Loading bookings..." rows={2} />}
      >
        {({ bookings, total }) =>
          bookings.length === 0 ? (
            <EmptyState isSmall icon={<CalendarCheck className="size-6" />} title="No pending bookings" />
          ) : (
            <>
              <ul className="mb-4 divide-y divide-line">
                {bookings.map((booking) => (
                  <PendingBooking
                    key={booking.id}
                    booking={booking}
                    onAction={(action) => setOpenBooking({ action, booking })}
                  />
                ))}
              </ul>
              <ButtonLink to="/admin/bookings">View All {formatCount(total, "Booking")}</ButtonLink>
            </>
          )
        }
      </Loaded>
      <BookingDialogs openBooking={openBooking} onOpen={setOpenBooking} />
    </Card>
  );
}

function PendingBooking({
  booking,
  onAction,
}: {
  booking: ListedBooking;
  onAction: (action: BookingAction) => void;
}) {
  const { company } = booking.clients;
  const replyTime = replyTimeBadge(awaitsReplySince(booking), new Date());
  const decision = booking.status === "pending" ? "Approve" : "Reschedule";
  return (
    <li className="py-3 text-14 first:pt-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium">
            <RecordName name={company} />
          </p>
          <p className="text-muted">{formatBookingTitle(booking)}</p>
          <p className="tabular text-13 text-faint">
            {booking.status !== "pending" ? "New meeting time proposed" : formatPreferredDate(booking)}
          </p>
        </div>
        <div className="grid shrink-0 justify-items-end gap-1">
          <Badge tone={replyTime.tone}>{replyTime.label}</Badge>
          <UrgencyBadge booking={booking} />
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {booking.kind === "quote" && booking.status === "pending" && (
          <ButtonLink size="small" to={newProposalPath(booking)} aria-label={`Create proposal: ${company}`}>
            Create proposal
          </ButtonLink>
        )}
        <Button size="small" aria-label={`${decision}: ${company}`} onClick={() => onAction("schedule")}>
          {decision}
        </Button>
        <Button
          size="small"
          tone="quiet"
          aria-label={`View Details: ${company}`}
          onClick={() => onAction("details")}
        >
          View Details
        </Button>
      </div>
    </li>
  );
}

function formatPendingSummary({ bookings, total }: { bookings: readonly unknown[]; total: number }): string {
  return total > bookings.length
    ? `Showing the oldest ${bookings.length} of ${total} pending`
    : `${total} pending, oldest first`;
}
