import { cancelBooking } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useBookingChange } from "./use-booking-change.ts";

export type CancelLabel = "Withdraw request" | "Cancel meeting";

/** Returns a function that withdraws a request or cancels a meeting after a confirmation. `onCanceled` moves the focus. */
export function useCancelBooking(
  id: string,
  { label, question }: { label: CancelLabel; question: string },
  onCanceled: () => void,
): { askAndCancel: () => Promise<void>; isPending: boolean } {
  const confirm = useConfirmation();
  const alert = useAlert();
  const isMeeting = label === "Cancel meeting";
  const { mutate, isPending } = useBookingChange(
    cancelBooking,
    isMeeting ? "Meeting canceled" : "Request withdrawn",
    onCanceled,
  );

  async function askAndCancel() {
    const isConfirmed = await confirm({
      text: question,
      confirmLabel: label,
      tone: "danger",
    });
    if (isConfirmed) {
      mutate(id, {
        onError: (error) =>
          void alert(errorMessage(error, `We couldn't ${isMeeting ? "cancel" : "withdraw"} it. Try again.`)),
      });
    }
  }

  return { askAndCancel, isPending };
}
