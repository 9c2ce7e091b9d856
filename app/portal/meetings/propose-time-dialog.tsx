import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { freeMeetingTimesQuery, proposeMeetingTime } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { TimeSelect } from "#app/components/scheduling/time-select.tsx";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
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
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import type { FreeDay } from "#domain/scheduling/free-days.ts";
import { useBookingChange } from "./use-booking-change.ts";

export type ProposeTimeDialogProps = { meeting: Meeting; timeZone: string; onClose: () => void };

/**
 * Form that proposes another time for a meeting: an available one, or any other. The meeting keeps its time until the firm
 * agrees.
 */
export function ProposeTimeDialog({ meeting, timeZone, onClose }: ProposeTimeDialogProps) {
  const current = new Date(meeting.scheduled_at);
  const freeTimes = useQuery(freeMeetingTimesQuery(meeting.id, timeZone));
  const days = listOtherTimes(freeTimes.data?.days ?? [], current);
  const [time, setTime] = useState<Instant | null>(null);
  const [isTimeMissing, setIsTimeMissing] = useState(false);
  const [isOtherTime, setIsOtherTime] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProposalForm),
    defaultValues: { localTime: toLocalTime(current), note: "" },
  });
  const propose = useBookingChange(
    (proposal: ProposeMeetingTime) => proposeMeetingTime(meeting.id, proposal),
    "Time proposed. We'll reply within 24 hours.",
    onClose,
  );
  const isListed = days.length > 0 && !isOtherTime;
  return (
    <FormDialog
      title="Propose another time"
      description={`${meeting.service_type} stays on ${formatMeetingTime(current, timeZone)} until we confirm a new time.`}
      // Without the free times, the form would propose the current time.
      submitButton={{ label: "Propose time", busyLabel: "Sending...", disabled: freeTimes.isPending }}
      isPending={propose.isPending}
      onSubmit={handleSubmit(({ localTime, note }) => {
        setIsTimeMissing(isListed && !time);
        if (!isListed) {
          propose.mutate({ proposedAt: toInstant(new Date(localTime)), note });
        } else if (time) {
          propose.mutate({ proposedAt: time, note });
        }
      })}
      onClose={onClose}
    >
      {propose.error && (
        <Banner tone="negative" urgent>
          {errorMessage(propose.error, "We couldn't propose the time. Try again.")}
        </Banner>
      )}
      {freeTimes.isPending && <Loading text="Loading available times..." rows={3} />}
      {isListed && (
        <TimeSelect
          days={days}
          timeZone={timeZone}
          time={time}
          onTime={setTime}
          error={isTimeMissing && !time ? "Choose a time" : undefined}
        />
      )}
      {!isListed && !freeTimes.isPending && (
        <TextField
          label="New time"
          type="datetime-local"
          required
          hint={`Your time zone: ${formatTimeZone(timeZone)}`}
          error={formState.errors.localTime?.message}
          {...register("localTime")}
        />
      )}
      {days.length > 0 && (
        <Checkbox
          label="Propose a time that isn't listed"
          checked={isOtherTime}
          onChange={(event) => setIsOtherTime(event.currentTarget.checked)}
        />
      )}
      {/* While the times load, the dialog would focus this field first. */}
      {!freeTimes.isPending && (
        <TextArea
          label="Note"
          rows={3}
          hint="Optional. For example, other times that suit you."
          error={formState.errors.note?.message}
          {...register("note")}
        />
      )}
    </FormDialog>
  );
}

/** The free times, without the meeting's current time. */
function listOtherTimes(days: readonly FreeDay[], current: Date): FreeDay[] {
  return days
    .map(({ date, times }) => ({
      date,
      times: times.filter((time) => Date.parse(time) !== current.getTime()),
    }))
    .filter(({ times }) => times.length > 0);
}
