import { useId, useState } from "react";
import { declineBooking, type ListedBooking } from "#app/api/admin-bookings.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { DeclineBooking } from "#domain/booking-answer.ts";
import { useLeave } from "../lists/use-leave.ts";
import { wordsOf } from "../lists/words-of.ts";
import { useAnswer } from "./use-answer.ts";

/** Declines a booking with a reason. */
export function DeclineDialog({ booking, onClose }: { booking: ListedBooking; onClose: () => void }) {
  const formId = useId();
  const [problem, setProblem] = useState<string>();
  const [reason, setReason] = useState("");
  const decline = useAnswer<DeclineBooking>(
    (answer) => declineBooking(booking.id, answer),
    `Booking of ${booking.clients.company} declined`,
    onClose,
  );
  const leave = useLeave(
    { isDirty: reason !== "", isPending: decline.isPending, what: "the answer" },
    onClose,
  );
  function submit() {
    const answer = DeclineBooking.safeParse({ reason });
    setProblem(answer.error?.issues[0]?.message);
    if (answer.success) decline.mutate(answer.data);
  }
  return (
    <Dialog
      open
      onClose={leave}
      title="Decline Booking"
      description={`${booking.clients.company}, ${booking.service_type}.`}
      footer={
        <>
          <Button onClick={leave} disabled={decline.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="danger" busy={decline.isPending} busyLabel="Declining...">
            Decline
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-4"
      >
        {decline.error && (
          <Banner tone="negative" urgent>
            {wordsOf(decline.error, "Failed to decline the booking")}
          </Banner>
        )}
        <TextArea
          label="Reason"
          rows={4}
          required
          help="The client reads it, in a mail and in the portal."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={problem}
        />
      </form>
    </Dialog>
  );
}
