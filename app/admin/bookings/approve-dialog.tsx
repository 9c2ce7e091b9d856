import { useForm } from "react-hook-form";
import { approveBooking, type ListedBooking } from "#app/api/admin/bookings.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { type ApproveBooking, MeetingTimeForm } from "#domain/bookings/booking-decision.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { useBookingDecision } from "./use-booking-decision.ts";

/** Form that approves a booking and schedules the first meeting. */
export function ApproveDialog({ booking, onClose }: { booking: ListedBooking; onClose: () => void }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(MeetingTimeForm),
    defaultValues: { localTime: "" },
  });
  const { errors, isDirty } = formState;
  const approve = useBookingDecision<ApproveBooking>(
    (input) => approveBooking(booking.id, input),
    `Booking for ${booking.clients.company} approved`,
    onClose,
  );
  return (
    <GuardedFormDialog
      title="Approve Booking"
      description={`${booking.clients.company} · ${booking.service_type}. We'll email the meeting time to the client.`}
      submitButton={{ label: "Approve", busyLabel: "Approving..." }}
      subject="the meeting time"
      isDirty={isDirty}
      isPending={approve.isPending}
      error={approve.error}
      errorMessage="We couldn't approve the booking. Try again."
      onSubmit={handleSubmit(({ localTime }) =>
        approve.mutate({ scheduledAt: toInstant(new Date(localTime)), timeZone }),
      )}
      onClose={onClose}
    >
      <TextField
        label="Meeting"
        type="datetime-local"
        required
        hint={`Your time zone: ${timeZone}`}
        error={errors.localTime?.message}
        {...register("localTime")}
      />
    </GuardedFormDialog>
  );
}
