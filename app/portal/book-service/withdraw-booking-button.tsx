import { useRef } from "react";
import type { OwnBooking } from "#app/api/portal/bookings.ts";
import { Button } from "#app/ui/button.tsx";
import { useCancelBooking } from "../meetings/use-cancel-booking.ts";

/** Withdraws a request after a confirmation. */
export function WithdrawBookingButton({
  booking,
}: {
  booking: Pick<OwnBooking, "id" | "kind" | "service_type">;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const { askAndCancel, isPending } = useCancelBooking(
    booking.id,
    {
      label: "Withdraw request",
      question: `Withdraw your request ${booking.kind === "meeting" ? "for a meeting about" : "for"} ${booking.service_type}?`,
    },
    // The button is removed, so move the focus to its container.
    () => button.current?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true }),
  );
  return (
    <Button
      ref={button}
      size="small"
      busy={isPending}
      aria-label={`Withdraw request: ${booking.service_type}`}
      onClick={askAndCancel}
    >
      Withdraw request
    </Button>
  );
}
