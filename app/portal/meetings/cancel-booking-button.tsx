import { useRef } from "react";
import { cancelBooking, type OwnBooking } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useBookingChange } from "./use-booking-change.ts";

type CancelBookingButtonProps = {
  booking: Pick<OwnBooking, "id" | "service_type">;
  label: "Cancel request" | "Cancel meeting";
};

/** Cancels a request or a meeting after a confirmation. */
export function CancelBookingButton({ booking, label }: CancelBookingButtonProps) {
  const confirm = useConfirmation();
  const alert = useAlert();
  const isMeeting = label === "Cancel meeting";
  const button = useRef<HTMLButtonElement>(null);
  const cancel = useBookingChange(
    cancelBooking,
    isMeeting ? "Meeting canceled" : "Request canceled",
    // The button disappears.
    () => button.current?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true }),
  );

  async function askAndCancel() {
    const isConfirmed = await confirm({
      text: isMeeting
        ? `Cancel your meeting about ${booking.service_type}? We'll email you a calendar file that removes it.`
        : `Cancel your request for ${booking.service_type}?`,
      confirmLabel: label,
      tone: "danger",
    });
    if (isConfirmed) {
      cancel.mutate(booking.id, {
        onError: (error) => void alert(errorMessage(error, "We couldn't cancel it. Try again.")),
      });
    }
  }

  return (
    <Button
      ref={button}
      size="small"
      busy={cancel.isPending}
      aria-label={`${label}: ${booking.service_type}`}
      onClick={askAndCancel}
    >
      {label}
    </Button>
  );
}
