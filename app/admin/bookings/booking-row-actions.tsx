import type { ReactNode } from "react";
import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CalendarClock, CalendarX, Check, ExternalLink, Eye, Handshake, X } from "#app/ui/icons.tsx";
import { isUpcomingMeeting } from "#domain/bookings/booking.ts";
import { canJoinMeeting } from "#domain/bookings/meeting.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { newProposalPath } from "../shell/admin-pages.ts";
import type { BookingAction } from "./booking-dialogs.tsx";
import { getScheduleTexts } from "./schedule-texts.ts";

export type BookingRowActionsProps = {
  booking: ListedBooking;
  now: Date;
  onAction: (action: BookingAction, booking: ListedBooking) => void;
  /** Accepts the time that the client proposed. Null if there is none, or if the host is busy then. */
  onAccept: (() => void) | null;
  isAccepting: boolean;
};

/** Hidden on the narrowest phones, so that two buttons and the menu fit on a line. */
const NARROW_ICON = "size-4 max-[359px]:hidden";

/** Buttons for the next steps, and a menu with the other actions. The client's name opens the details. */
export function BookingRowActions(props: BookingRowActionsProps) {
  const { booking, now, onAction } = props;
  if (booking.status === "pending" && booking.kind === "quote") {
    return <QuoteActions {...{ booking, onAction }} />;
  }
  if (booking.status === "pending") {
    return (
      <>
        <ActionButton
          action="schedule"
          label={getScheduleTexts(booking).action}
          icon={<Check aria-hidden="true" className={NARROW_ICON} />}
          {...{ booking, onAction }}
        />
        <ActionButton
          action="decline"
          label="Decline"
          icon={<X aria-hidden="true" className={NARROW_ICON} />}
          {...{ booking, onAction }}
        />
      </>
    );
  }
  if (booking.status !== "approved" || !booking.scheduled_at) {
    return (
      <ActionButton
        action="details"
        label="Details"
        icon={<Eye aria-hidden="true" className="size-4" />}
        {...{ booking, onAction }}
      />
    );
  }
  const reschedule = {
    label: "Reschedule",
    icon: <CalendarClock aria-hidden="true" className="size-4" />,
    onSelect: () => onAction("schedule", booking),
  };
  const cancel = {
    label: "Cancel meeting",
    icon: <CalendarX aria-hidden="true" className="size-4" />,
    onSelect: () => onAction("cancel", booking),
  };
  const primary = findPrimaryAction(props);
  const entries = [...(primary ? [reschedule] : []), ...(isUpcomingMeeting(booking, now) ? [cancel] : [])];
  return (
    <>
      {primary ?? (
        <ActionButton
          action="schedule"
          label={reschedule.label}
          icon={reschedule.icon}
          {...{ booking, onAction }}
        />
      )}
      {entries.length > 0 && <MoreMenu name={booking.clients.company} entries={entries} />}
    </>
  );
}

/** A quote is answered with a proposal, or with a call before it. */
function QuoteActions({ booking, onAction }: Pick<BookingRowActionsProps, "booking" | "onAction">) {
  const { company } = booking.clients;
  return (
    <>
      <ButtonLink
        to={newProposalPath(booking)}
        size="small"
        className="whitespace-nowrap"
        icon={<Handshake aria-hidden="true" className="size-4" />}
        aria-label={`Create proposal: ${company}`}
      >
        Create proposal
      </ButtonLink>
      <MoreMenu
        name={company}
        entries={[
          {
            label: getScheduleTexts(booking).action,
            icon: <CalendarClock aria-hidden="true" className="size-4" />,
            onSelect: () => onAction("schedule", booking),
          },
          {
            label: "Decline",
            icon: <X aria-hidden="true" className="size-4" />,
            onSelect: () => onAction("decline", booking),
          },
        ]}
      />
    </>
  );
}

/** Joining the call, or accepting the proposed time. */
function findPrimaryAction({ booking, now, onAccept, isAccepting }: BookingRowActionsProps): ReactNode {
  const { company } = booking.clients;
  if (booking.meeting_url && canJoinMeeting(booking, now)) {
    return (
      <ButtonLink
        to={booking.meeting_url}
        tone="primary"
        size="small"
        icon={<ExternalLink aria-hidden="true" className="size-4" />}
        aria-label={`Join: ${company}`}
      >
        Join
      </ButtonLink>
    );
  }
  return (
    onAccept && (
      <Button
        tone="primary"
        size="small"
        icon={<Check aria-hidden="true" className="size-4" />}
        busy={isAccepting}
        busyLabel="Accepting..."
        aria-label={`Accept time: ${company}`}
        onClick={onAccept}
      >
        Accept time
      </Button>
    )
  );
}

type ActionButtonProps = Pick<BookingRowActionsProps, "booking" | "onAction"> & {
  action: BookingAction;
  label: string;
  icon: ReactNode;
};

function ActionButton({ action, label, icon, booking, onAction }: ActionButtonProps) {
  return (
    <Button
      size="small"
      icon={icon}
      aria-label={`${label}: ${booking.clients.company}`}
      onClick={() => onAction(action, booking)}
    >
      {label}
    </Button>
  );
}
