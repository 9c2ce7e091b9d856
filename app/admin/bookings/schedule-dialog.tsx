import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import {
  approveBooking,
  type ListedBooking,
  meetingTimesQuery,
  rescheduleMeeting,
} from "#app/api/admin/bookings.ts";
import { availabilityQuery } from "#app/api/admin/settings/availability.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import {
  formatMeetingTime,
  MEETING_LENGTHS,
  MeetingForm,
  type ScheduleMeeting,
  suggestMeetingTime,
  toLocalTime,
} from "#domain/bookings/booking-decision.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { FreeTimeButtons } from "./free-time-buttons.tsx";
import { isScheduleConflict } from "./is-schedule-conflict.ts";
import { RequestSummary } from "./request-summary.tsx";
import { getScheduleTexts } from "./schedule-texts.ts";
import { useBookingDecision } from "./use-booking-decision.ts";

type ScheduleDialogProps = { booking: ListedBooking; onClose: () => void };

/** Form that approves a booking and schedules the first meeting, or reschedules the meeting of an approved booking. */
export function ScheduleDialog({ booking, onClose }: ScheduleDialogProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const isPending = booking.status === "pending";
  const texts = getScheduleTexts(booking);
  const { company } = booking.clients;
  const answeredProposal = booking.proposed_at && toInstant(new Date(booking.proposed_at));
  const [minutes, setMinutes] = useState(booking.meeting_minutes);
  const hosts = useQuery(availabilityQuery()).data?.hosts.filter(({ isActive }) => isActive);
  const [chosenHostId, setChosenHostId] = useState(booking.host_id ?? "");
  // The meeting's host can have been deactivated.
  const hostId = !hosts || hosts.some(({ id }) => id === chosenHostId) ? chosenHostId : "";
  const { data: free } = useQuery(
    meetingTimesQuery(booking.id, {
      ...{ from: booking.preferred_start_date, timeZone, minutes },
      ...(hostId && { hostId }),
    }),
  );
  const freeTimes = free?.days.flatMap((day) => day.times) ?? [];
  const { register, handleSubmit, formState, setValue, setError, control } = useForm({
    resolver: zodResolver(MeetingForm),
    values: {
      localTime: getSuggestedTime(booking, freeTimes),
      minutes: String(booking.meeting_minutes),
      meetingUrl: booking.meeting_url ?? "",
    },
    // The free times can load after the administrator has started.
    resetOptions: { keepDirtyValues: true },
  });
  const [checksAvailability, setChecksAvailability] = useState(true);
  const { errors, isDirty } = formState;
  const localTime = useWatch({ control, name: "localTime" });
  // Saving also resolves the client's proposal.
  const isChanged =
    isDirty ||
    booking.proposed_at !== null ||
    hostId !== (booking.host_id ?? "") ||
    localTime !== getCurrentTime(booking);
  const save = useBookingDecision<ScheduleMeeting>(
    (input) =>
      isPending
        ? approveBooking(booking.id, input)
        : rescheduleMeeting(booking.id, { ...input, answeredProposal }),
    texts.saved(company),
    onClose,
    (error) => {
      if (isScheduleConflict(error)) {
        setError("localTime", { message: error.message }, { shouldFocus: true });
      }
    },
  );
  const hasConflict = isScheduleConflict(save.error);
  return (
    <GuardedFormDialog
      title={texts.title}
      description={`${company} · ${booking.service_type}. We'll email the meeting time to the client.`}
      submitButton={{ ...texts.button, disabled: !isPending && !isChanged }}
      subject="the meeting time"
      isDirty={isDirty}
      isPending={save.isPending}
      error={hasConflict ? null : save.error}
      errorMessage={texts.error}
      onSubmit={handleSubmit(({ localTime, minutes, meetingUrl }) =>
        save.mutate({
          scheduledAt: toInstant(new Date(localTime)),
          timeZone,
          meetingMinutes: Number(minutes),
          meetingUrl,
          hostId: hostId || null,
          checksAvailability,
        }),
      )}
      onClose={onClose}
    >
      <RequestSummary booking={booking} />
      {booking.proposed_at && (
        <p className="border-line border-t pt-4 text-14">
          The client proposed {formatMeetingTime(new Date(booking.proposed_at), timeZone)}.
          {booking.proposal_note && (
            <span className="wrap-break-word mt-1 block whitespace-pre-wrap text-muted">
              {booking.proposal_note}
            </span>
          )}
        </p>
      )}
      <TextField
        label="Meeting"
        type="datetime-local"
        required
        hint={`Your time zone: ${formatTimeZone(timeZone)}`}
        error={errors.localTime?.message}
        {...register("localTime")}
      />
      {hasConflict && (
        <Checkbox
          label="Schedule it anyway"
          hint="Ignores your weekly hours, calendars and blocked times. Hosts are never double-booked."
          checked={!checksAvailability}
          onChange={(event) => setChecksAvailability(!event.currentTarget.checked)}
        />
      )}
      <FreeTimeButtons
        times={freeTimes}
        timeZone={timeZone}
        value={localTime}
        onSelect={(time) => setValue("localTime", time, { shouldDirty: true, shouldValidate: true })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {hosts && hosts.length > 0 && (
          <Select
            label="Host"
            placeholder="Any available host"
            options={hosts.map(({ id, name }) => ({ value: id, label: name }))}
            value={hostId}
            onChange={(event) => setChosenHostId(event.currentTarget.value)}
          />
        )}
        <Select
          label="Duration"
          options={listLengths(booking.meeting_minutes).map((minutes) => ({
            value: String(minutes),
            label: `${minutes} minutes`,
          }))}
          {...register("minutes", {
            onChange: (event: ChangeEvent<HTMLSelectElement>) =>
              setMinutes(Number(event.currentTarget.value)),
          })}
        />
      </div>
      <TextField
        label="Video link"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Optional. Shown to the client and added to the calendar file."
        error={errors.meetingUrl?.message}
        {...register("meetingUrl")}
      />
    </GuardedFormDialog>
  );
}

/** The meeting's time as a `datetime-local` value. Empty if none is scheduled. */
function getCurrentTime({ scheduled_at }: ListedBooking): string {
  return scheduled_at ? toLocalTime(new Date(scheduled_at)) : "";
}

/** The client's proposal if it is in the future, the current time, or a time from the preferred date on. */
function getSuggestedTime(
  { proposed_at, scheduled_at, preferred_start_date }: ListedBooking,
  freeTimes: readonly Instant[],
): string {
  const now = new Date();
  const time = proposed_at && new Date(proposed_at) > now ? proposed_at : scheduled_at;
  return time ? toLocalTime(new Date(time)) : suggestMeetingTime(preferred_start_date, freeTimes, now);
}

/** The usual lengths, and the length that was set through the API. */
function listLengths(current: number): number[] {
  return [...new Set([...MEETING_LENGTHS, current])].sort((one, other) => one - other);
}
