import { useForm } from "react-hook-form";
import { proposeMeetingTime } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import {
  formatMeetingTime,
  ProposalForm,
  type ProposeMeetingTime,
  toLocalTime,
} from "#domain/bookings/booking-decision.ts";
import type { Meeting } from "#domain/bookings/meeting.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { useBookingChange } from "./use-booking-change.ts";

type ProposeTimeDialogProps = { meeting: Meeting; timeZone: string; onClose: () => void };

/** Form that proposes another time for a meeting. The meeting keeps its time until the firm agrees. */
export function ProposeTimeDialog({ meeting, timeZone, onClose }: ProposeTimeDialogProps) {
  const time = new Date(meeting.scheduled_at);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProposalForm),
    defaultValues: { localTime: toLocalTime(time), note: "" },
  });
  const propose = useBookingChange(
    (proposal: ProposeMeetingTime) => proposeMeetingTime(meeting.id, proposal),
    "Time proposed. We'll reply within 24 hours.",
    onClose,
  );
  return (
    <FormDialog
      title="Propose another time"
      description={`${meeting.service_type} stays on ${formatMeetingTime(time, timeZone)} until we confirm a new time.`}
      submitButton={{ label: "Propose time", busyLabel: "Sending..." }}
      isPending={propose.isPending}
      onSubmit={handleSubmit(({ localTime, note }) =>
        propose.mutate({ proposedAt: toInstant(new Date(localTime)), note }),
      )}
      onClose={onClose}
    >
      {propose.error && (
        <Banner tone="negative" urgent>
          {errorMessage(propose.error, "We couldn't propose the time. Try again.")}
        </Banner>
      )}
      <TextField
        label="New time"
        type="datetime-local"
        required
        hint={`Your time zone: ${formatTimeZone(timeZone)}`}
        error={formState.errors.localTime?.message}
        {...register("localTime")}
      />
      <TextArea
        label="Note"
        rows={3}
        hint="Optional. For example, other times that suit you."
        error={formState.errors.note?.message}
        {...register("note")}
      />
    </FormDialog>
  );
}
