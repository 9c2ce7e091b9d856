import { useForm } from "react-hook-form";
import { declineBooking, type ListedBooking } from "#app/api/admin/bookings.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { DeclineBooking } from "#domain/bookings/booking-decision.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { useBookingDecision } from "./use-booking-decision.ts";

/** Form for declining a booking with a reason. */
export function DeclineDialog({ booking, onClose }: { booking: ListedBooking; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(DeclineBooking),
    defaultValues: { reason: "" },
  });
  const { errors, isDirty } = formState;
  const decline = useBookingDecision<DeclineBooking>(
    (input) => declineBooking(booking.id, input),
    `Booking for ${booking.clients.company} declined`,
    onClose,
  );
  return (
    <GuardedFormDialog
      title="Decline booking"
      description={`${booking.clients.company} · ${booking.service_type}`}
      submitButton={{ label: "Decline", busyLabel: "Declining...", tone: "danger" }}
      subject="the reason"
      isDirty={isDirty}
      isPending={decline.isPending}
      error={decline.error}
      errorMessage="We couldn't decline the booking. Try again."
      onSubmit={handleSubmit((input) => decline.mutate(input))}
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
