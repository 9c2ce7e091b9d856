import { cancelBooking, type OwnBooking } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useBookingChange } from "./use-booking-change.ts";

export type CancelLabel = "Cancel request" | "Cancel meeting";

/** Returns a function that cancels a request or a meeting after a confirmation. `onCanceled` moves the focus. */
export function useCancelBooking(
  booking: Pick<OwnBooking, "id" | "service_type"> & Partial<Pick<OwnBooking, "kind">>,
  label: CancelLabel,
  onCanceled: () => void,
): { askAndCancel: () => Promise<void>; isPending: boolean } {
  const confirm = useConfirmation();
  const alert = useAlert();
  const isMeeting = label === "Cancel meeting";
  const { mutate, isPending } = useBookingChange(
    cancelBooking,
    isMeeting ? "Meeting canceled" : "Request canceled",
    onCanceled,
  );

  async function askAndCancel() {
    const isConfirmed = await confirm({
      text: isMeeting
        ? `Cancel your meeting about ${booking.service_type}? We'll email you a calendar file that removes it.`
        : `Cancel your request ${booking.kind === "meeting" ? "for a meeting about" : "for"} ${booking.service_type}?`,
      confirmLabel: label,
      tone: "danger",
    });
    if (isConfirmed) {
      mutate(booking.id, {
        onError: (error) => void alert(errorMessage(error, "We couldn't cancel it. Try again.")),
      });
    }
  }

  return { askAndCancel, isPending };
}
