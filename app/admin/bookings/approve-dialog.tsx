import { useId, useState } from "react";
import { approveBooking, type ListedBooking } from "#app/api/admin-bookings.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type ApproveBooking, timeAhead } from "#domain/booking-answer.ts";
import { useLeave } from "../lists/use-leave.ts";
import { wordsOf } from "../lists/words-of.ts";
import { useAnswer } from "./use-answer.ts";

/** Approves a booking with the time of the first meeting. */
export function ApproveDialog({ booking, onClose }: { booking: ListedBooking; onClose: () => void }) {
  const formId = useId();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [problem, setProblem] = useState<string>();
  const [typed, setTyped] = useState("");
  const approve = useAnswer<ApproveBooking>(
    (answer) => approveBooking(booking.id, answer),
    `Booking of ${booking.clients.company} approved`,
    onClose,
  );
  const leave = useLeave(
    { isDirty: typed !== "", isPending: approve.isPending, what: "the answer" },
    onClose,
  );
  function submit() {
    const time = timeAhead(typed, new Date());
    setProblem(time ? undefined : "Please choose a date and time ahead");
    if (time) approve.mutate({ scheduledAt: time.toISOString(), timeZone });
  }
  return (
    <Dialog
      open
      onClose={leave}
      title="Approve Booking"
      description={`${booking.clients.company}, ${booking.service_type}. The client is told the time by mail.`}
      footer={
        <>
          <Button onClick={leave} disabled={approve.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            busy={approve.isPending}
            busyLabel="Approving..."
          >
            Approve
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
        {approve.error && (
          <Banner tone="negative" urgent>
            {wordsOf(approve.error, "Failed to approve the booking")}
          </Banner>
        )}
        <TextField
          label="Meeting"
          type="datetime-local"
          required
          help={`In your time zone, ${timeZone}.`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
        />
      </form>
    </Dialog>
  );
}
