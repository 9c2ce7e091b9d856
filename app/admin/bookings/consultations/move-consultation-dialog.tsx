import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import {
  CONSULTATIONS_KEY,
  consultationTimesQuery,
  type ListedConsultation,
  moveConsultation,
} from "#app/api/admin/consultations.ts";
import { availabilityQuery } from "#app/api/admin/settings/availability.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { MeetingForm, toLocalTime } from "#domain/bookings/booking-decision.ts";
import { CancelConsultation, type MoveConsultation } from "#domain/consultations/consultation-request.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";
import { FreeTimeButtons } from "../free-time-buttons.tsx";
import { isScheduleConflict } from "../is-schedule-conflict.ts";

const MoveForm = z.object({
  localTime: MeetingForm.shape.localTime,
  reason: CancelConsultation.shape.reason,
});

type MoveConsultationDialogProps = { consultation: ListedConsultation; onClose: () => void };

/** Form that reschedules a consultation, also with another host. */
export function MoveConsultationDialog({ consultation, onClose }: MoveConsultationDialogProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { id, name, starts_at } = consultation;
  const [hostId, setHostId] = useState("");
  const [checksAvailability, setChecksAvailability] = useState(true);
  const hosts = useQuery(availabilityQuery()).data?.hosts.filter(({ isActive }) => isActive) ?? [];
  const { data: free } = useQuery(consultationTimesQuery(id, hostId ? { timeZone, hostId } : { timeZone }));
  const freeTimes = (free?.days ?? []).flatMap(({ times }) => times);
  const currentTime = toLocalTime(new Date(starts_at));
  const { register, handleSubmit, formState, setValue, control } = useForm({
    resolver: zodResolver(MoveForm),
    defaultValues: { localTime: currentTime, reason: "" },
  });
  const { errors, isDirty } = formState;
  const localTime = useWatch({ control, name: "localTime" });
  const move = useMove(consultation, onClose);
  return (
    <GuardedFormDialog
      title="Reschedule consultation"
      description={`${name} · ${formatShortTime(new Date(starts_at), timeZone)}. We'll email ${name} and the host an updated invitation.`}
      submitButton={{
        label: "Reschedule consultation",
        busyLabel: "Rescheduling...",
        disabled: localTime === currentTime && hostId === "",
      }}
      subject="the new time"
      isDirty={isDirty || hostId !== ""}
      isPending={move.isPending}
      error={move.error}
      errorMessage="We couldn't reschedule the consultation. Try again."
      onSubmit={handleSubmit(({ localTime, reason }) =>
        move.mutate({
          startsAt: toInstant(new Date(localTime)),
          hostId: hostId || null,
          ...{ reason, checksAvailability },
        }),
      )}
      onClose={onClose}
    >
      {hosts.length > 1 && (
        <Select
          label="Host"
          placeholder="Any available host"
          options={hosts.map((host) => ({ value: host.id, label: host.name }))}
          value={hostId}
          onChange={(event) => setHostId(event.currentTarget.value)}
        />
      )}
      <TextField
        label="New time"
        type="datetime-local"
        required
        hint={`Your time zone: ${formatTimeZone(timeZone)}`}
        error={errors.localTime?.message}
        {...register("localTime")}
      />
      <FreeTimeButtons
        times={freeTimes}
        timeZone={timeZone}
        value={localTime}
        onSelect={(time) => setValue("localTime", time, { shouldDirty: true, shouldValidate: true })}
      />
      {isScheduleConflict(move.error) && (
        <Checkbox
          label="Schedule it anyway"
          hint="Ignores your weekly hours, calendars and blocked times. Hosts are never double-booked."
          checked={!checksAvailability}
          onChange={(event) => setChecksAvailability(!event.currentTarget.checked)}
        />
      )}
      <TextArea
        label="Reason"
        rows={3}
        hint="Optional. Included in the email."
        error={errors.reason?.message}
        {...register("reason")}
      />
    </GuardedFormDialog>
  );
}

function useMove({ id, name }: ListedConsultation, onMoved: () => void) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: (input: MoveConsultation) => moveConsultation(id, input),
    onSuccess: () => {
      showToast(`Consultation with ${name} rescheduled`);
      onMoved();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [CONSULTATIONS_KEY] }),
  });
}
