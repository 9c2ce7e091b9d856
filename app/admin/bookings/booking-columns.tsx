import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { classNames } from "#app/ui/class-names.ts";
import { formatBookingTitle } from "#domain/bookings/booking.ts";
import { hasFutureProposal, type ProposedTimeStatus } from "#domain/bookings/proposed-time.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { RecordName } from "../lists/record-name.tsx";
import { AGE_ORDERS, DATE_ORDERS, type ListColumn } from "../lists/sortable-columns.tsx";
import { BookingRowActions, type BookingRowActionsProps } from "./booking-row-actions.tsx";
import { BookingStatus, ReplyTime } from "./booking-status.tsx";
import { UrgencyBadge } from "./urgency-badge.tsx";

type ColumnsOptions = Pick<BookingRowActionsProps, "now" | "onAction"> & {
  /** Whether the host is free at the proposed time. Undefined while it loads. */
  findCheck: (booking: ListedBooking) => ProposedTimeStatus | null | undefined;
  onAccept: (booking: ListedBooking) => void;
  /** The booking whose proposed time is being accepted. */
  acceptingId: string | null;
};

export function createBookingColumns(options: ColumnsOptions): ReadonlyArray<ListColumn<ListedBooking>> {
  const { now, onAction, onAccept, acceptingId } = options;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    {
      key: "client",
      header: "Client",
      isLongText: true,
      cell: (booking, layout, hiddenKeys) => (
        <>
          <RecordName name={booking.clients.company} onOpen={() => onAction("details", booking)} />
          {hiddenKeys.has("service") && (
            <span className="block font-normal text-13">{formatBookingTitle(booking)}</span>
          )}
          <span
            title={layout === "table" ? booking.project_description : undefined}
            className={classNames(
              "wrap-anywhere font-normal text-13 text-muted",
              layout === "table" ? "line-clamp-1" : "line-clamp-2",
            )}
          >
            {booking.project_description}
          </span>
        </>
      ),
    },
    {
      key: "service",
      header: "Service",
      sort: "service_type",
      minWidth: 1240,
      cell: formatBookingTitle,
    },
    {
      key: "urgency",
      header: "Urgency",
      minWidth: 860,
      cell: (booking) => (booking.kind === "meeting" ? "—" : <UrgencyBadge booking={booking} />),
    },
    {
      key: "start",
      header: "Preferred date",
      sort: "preferred_start_date",
      sortOrders: DATE_ORDERS,
      minWidth: 1000,
      cell: (booking) => formatDate(booking.preferred_start_date),
    },
    {
      key: "received",
      header: "Received",
      sort: "created_at",
      sortOrders: AGE_ORDERS,
      minWidth: 760,
      cell: (booking) => (
        <>
          <span className="block">{formatRelativeTime(booking.created_at, now, timeZone)}</span>
          <ReplyTime booking={booking} now={now} />
        </>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: (booking, _, hiddenKeys) => (
        <>
          <BookingStatus {...{ booking, now, timeZone }} check={options.findCheck(booking)} />
          <span className="flex flex-col items-start gap-0.5">
            {hiddenKeys.has("received") && <ReplyTime booking={booking} now={now} />}
            {hiddenKeys.has("urgency") && <UrgencyBadge booking={booking} />}
          </span>
        </>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (booking) => {
        const canAccept =
          hasFutureProposal(booking, now) && options.findCheck(booking)?.status !== "conflict";
        return (
          <BookingRowActions
            {...{ booking, now, onAction }}
            onAccept={canAccept ? () => onAccept(booking) : null}
            isAccepting={acceptingId === booking.id}
          />
        );
      },
    },
  ];
}
