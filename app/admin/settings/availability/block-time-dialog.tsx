import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { blockTime, type Host } from "#app/api/admin/settings/availability.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";
import { useAvailabilityChange } from "./use-availability-change.ts";

const LocalTime = z.string().check(z.minLength(1, "Choose a date and time"));

/** `from` and `to` are `datetime-local` values in the administrator's time zone. */
const Form = z
  .object({ from: LocalTime, to: LocalTime, hostId: z.string(), reason: z.string() })
  .check(z.refine(({ from, to }) => from < to, { message: "The end must be after the start", path: ["to"] }));

type BlockTimeDialogProps = { hosts: readonly Host[]; onClose: () => void };

export function BlockTimeDialog({ hosts, onClose }: BlockTimeDialogProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { from: "", to: "", hostId: "", reason: "" },
  });
  const { errors, isDirty } = formState;
  const save = useAvailabilityChange({
    save: blockTime,
    successMessage: () => "Time blocked",
    onSaved: onClose,
  });
  return (
    <GuardedFormDialog
      title="Block time"
      description="Existing bookings at this time aren't affected. Cancel or reschedule them under Bookings."
      submitButton={{ label: "Block time", busyLabel: "Saving..." }}
      subject="the blocked time"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't block the time. Try again."
      onSubmit={handleSubmit(({ from, to, hostId, reason }) =>
        save.mutate({
          startsAt: toInstant(new Date(from)),
          endsAt: toInstant(new Date(to)),
          hostId: hostId || null,
          reason,
        }),
      )}
      onClose={onClose}
    >
      <TextField
        label="From"
        type="datetime-local"
        required
        hint={`Your time zone: ${formatTimeZone(timeZone)}`}
        error={errors.from?.message}
        {...register("from")}
      />
      <TextField label="To" type="datetime-local" required error={errors.to?.message} {...register("to")} />
      <Select
        label="Host"
        placeholder="Everyone"
        options={hosts.map(({ id, name }) => ({ value: id, label: name }))}
        {...register("hostId")}
      />
      <TextField
        label="Reason"
        maxLength={200}
        hint="Optional. Visible only to administrators."
        error={errors.reason?.message}
        {...register("reason")}
      />
    </GuardedFormDialog>
  );
}
