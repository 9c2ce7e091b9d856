import type { ListedBooking } from "#app/api/admin-bookings.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { ApproveDialog } from "./approve-dialog.tsx";
import { BookingFacts } from "./booking-facts.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";

export type BookingAct = "details" | "approve" | "decline";
export type OpenedBooking = { act: BookingAct; booking: ListedBooking };

/** The dialog of a booking that is open, if any; from its details the way leads to the answers. */
export function BookingDialogs({
  opened,
  onOpen,
}: {
  opened: OpenedBooking | null;
  onOpen: (opened: OpenedBooking | null) => void;
}) {
  if (!opened) return null;
  const { act, booking } = opened;
  const close = () => onOpen(null);
  if (act === "approve") return <ApproveDialog booking={booking} onClose={close} />;
  if (act === "decline") return <DeclineDialog booking={booking} onClose={close} />;
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
              <Button tone="danger" onClick={() => onOpen({ act: "decline", booking })}>
                Decline
              </Button>
              <Button tone="primary" onClick={() => onOpen({ act: "approve", booking })}>
                Approve
              </Button>
            </>
          )}
        </>
      }
    >
      <BookingFacts booking={booking} />
    </Dialog>
  );
}
