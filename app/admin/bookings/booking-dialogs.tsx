import type { ListedBooking } from "#app/api/admin/bookings.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { ApproveDialog } from "./approve-dialog.tsx";
import { BookingDetails } from "./booking-details.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";

export type BookingAction = "details" | "approve" | "decline";
export type OpenBooking = { action: BookingAction; booking: ListedBooking };

/** The open booking dialog, if any. The details dialog has buttons for the approve and decline dialogs. */
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
  if (action === "approve") {
    return <ApproveDialog booking={booking} onClose={close} />;
  }
  if (action === "decline") {
    return <DeclineDialog booking={booking} onClose={close} />;
  }
  const isPending = booking.status === "pending";
  return (
    <Dialog
      open
      onClose={close}
      title="Booking Details"
      description={booking.clients.company}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          {isPending && (
            <>
              <Button tone="danger" onClick={() => onOpen({ action: "decline", booking })}>
                Decline
              </Button>
              <Button tone="primary" onClick={() => onOpen({ action: "approve", booking })}>
                Approve
              </Button>
            </>
          )}
        </>
      }
    >
      <BookingDetails booking={booking} />
    </Dialog>
  );
}
