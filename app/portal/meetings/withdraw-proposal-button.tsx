import { useRef } from "react";
import { type OwnMeeting, withdrawProposal } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { useBookingChange } from "./use-booking-change.ts";

/** Withdraws a proposed time. The meeting keeps its time, so no confirmation is needed. */
export function WithdrawProposalButton({ meeting, label }: { meeting: OwnMeeting; label: string }) {
  const alert = useAlert();
  const button = useRef<HTMLButtonElement>(null);
  const withdraw = useBookingChange(
    withdrawProposal,
    "Proposed time withdrawn. The meeting stays at its current time.",
    // The button disappears.
    () => button.current?.closest("li")?.querySelector("button")?.focus({ preventScroll: true }),
  );
  return (
    <Button
      ref={button}
      size="small"
      busy={withdraw.isPending}
      aria-label={`Withdraw proposed time: ${label}`}
      onClick={() =>
        withdraw.mutate(meeting.id, {
          onError: (error) =>
            void alert(errorMessage(error, "We couldn't withdraw the proposed time. Try again.")),
        })
      }
    >
      Withdraw proposed time
    </Button>
  );
}
