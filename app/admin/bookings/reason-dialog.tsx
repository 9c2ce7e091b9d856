import { useForm } from "react-hook-form";
import { cancelMeeting, declineBooking, type ListedBooking } from "#app/api/admin/bookings.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { type CancelMeeting, DeclineBooking, formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { useBookingDecision } from "./use-booking-decision.ts";

type ReasonDialogProps = { action: "decline" | "cancel"; booking: ListedBooking; onClose: () => void };

/** Form for declining a booking, or canceling its meeting, with a reason that the client sees. */
export function ReasonDialog({ action, booking, onClose }: ReasonDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(DeclineBooking),
    defaultValues: { reason: "" },
  });
  const { errors, isDirty } = formState;
  const texts = getTexts(action, booking);
  const save = useBookingDecision<DeclineBooking & CancelMeeting>(
    (input) => (action === "cancel" ? cancelMeeting : declineBooking)(booking.id, input),
    texts.saved,
    onClose,
  );
  return (
    <GuardedFormDialog
      title={texts.title}
      description={texts.description}
      submitButton={{ ...texts.button, tone: "danger" }}
      closeLabel={action === "cancel" ? "Keep meeting" : "Cancel"}
      subject="the reason"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage={texts.error}
      onSubmit={handleSubmit((input) => save.mutate(input))}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        rows={4}
        required
        hint="Sent to the client by email and shown in the portal."
        error={errors.reason?.message}
        {...register("reason")}
      />
    </GuardedFormDialog>
  );
}

function getTexts(
  action: ReasonDialogProps["action"],
  { clients, service_type, scheduled_at }: ListedBooking,
) {
  const description = `${clients.company} · ${service_type}`;
  if (action === "decline") {
    return {
      title: "Decline booking",
      description,
      button: { label: "Decline", busyLabel: "Declining..." },
      saved: `Booking for ${clients.company} declined`,
      error: "We couldn't decline the booking. Try again.",
    };
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = scheduled_at ? `, ${formatMeetingTime(new Date(scheduled_at), timeZone)}` : "";
  return {
    title: "Cancel meeting",
    description: `${description}${time}. We'll email the client a file that removes it from their calendar.`,
    button: { label: "Cancel meeting", busyLabel: "Canceling..." },
    saved: `Meeting with ${clients.company} canceled`,
    error: "We couldn't cancel the meeting. Try again.",
  };
}
