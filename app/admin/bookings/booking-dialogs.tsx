import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { isUpcomingMeeting } from "#domain/bookings/booking.ts";
import { newProposalPath } from "../shell/admin-pages.ts";
import { BookingDetails } from "./booking-details.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { getScheduleTexts } from "./schedule-texts.ts";

export type BookingAction = "details" | "schedule" | "decline" | "cancel";
export type OpenBooking = { action: BookingAction; booking: ListedBooking };

/** The open booking dialog, if any. The details dialog has buttons for the others. */
export function BookingDialogs({
  openBooking,
  onOpen,
}: {
  openBooking: OpenBooking | null;
  onOpen: (openBooking: OpenBooking | null) => void;
}) {
  if (!openBooking) {
    return null;
  }
  const { action, booking } = openBooking;
  const close = () => onOpen(null);
  if (action === "schedule") {
    return <ScheduleDialog booking={booking} onClose={close} />;
  }
  if (action === "decline" || action === "cancel") {
    return <ReasonDialog action={action} booking={booking} onClose={close} />;
  }
  const isPending = booking.status === "pending";
  const hasMeeting = booking.status === "approved" && booking.scheduled_at !== null;
  const canCancel = isUpcomingMeeting(booking, new Date());
  return (
    <Dialog
      open
      onClose={close}
      title="Booking details"
      footer={
        <>
          {isPending ? (
            <PendingActions booking={booking} onOpen={onOpen} />
          ) : (
            <Button onClick={close}>Close</Button>
          )}
          {canCancel && (
            <Button tone="danger" onClick={() => onOpen({ action: "cancel", booking })}>
              Cancel meeting
            </Button>
          )}
          {hasMeeting && (
            <Button tone="primary" onClick={() => onOpen({ action: "schedule", booking })}>
              Reschedule
            </Button>
          )}
        </>
      }
    >
      <BookingDetails booking={booking} />
    </Dialog>
  );
}

/** A quote is answered with a proposal, and a booking with a meeting. Both actions are offered for each. */
function PendingActions({
  booking,
  onOpen,
}: {
  booking: ListedBooking;
  onOpen: (openBooking: OpenBooking) => void;
}) {
  const isQuote = booking.kind === "quote";
  const proposal = (
    <ButtonLink to={newProposalPath(booking)} tone={isQuote ? "primary" : "secondary"}>
      Create proposal
    </ButtonLink>
  );
  const meeting = (
    <Button tone={isQuote ? "secondary" : "primary"} onClick={() => onOpen({ action: "schedule", booking })}>
      {getScheduleTexts(booking).action}
    </Button>
  );
  return (
    <>
      <Button tone="danger" onClick={() => onOpen({ action: "decline", booking })}>
        Decline
      </Button>
      {isQuote ? (
        <>
          {meeting}
          {proposal}
        </>
      ) : (
        <>
          {proposal}
          {meeting}
        </>
      )}
    </>
  );
}
