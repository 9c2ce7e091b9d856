import { useForm } from "react-hook-form";
import { addFeed, type Host } from "#app/api/admin/settings/availability.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { FeedForm } from "#domain/scheduling/settings-form.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";
import { useAvailabilityChange } from "./use-availability-change.ts";

/** Form that adds a host's private calendar address. */
export function FeedDialog({ hosts, onClose }: { hosts: readonly Host[]; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(FeedForm),
    defaultValues: { hostId: hosts.length === 1 ? (hosts[0]?.id ?? "") : "", label: "", url: "" },
  });
  const { errors, isDirty } = formState;
  const save = useAvailabilityChange({
    save: addFeed,
    successMessage: ({ label }) => `${label} added. We're reading it now.`,
    onSaved: onClose,
  });
  return (
    <GuardedFormDialog
      title="Add calendar"
      description="We store only busy times, not titles or attendees. The address is encrypted and never shown again."
      submitButton={{ label: "Add calendar", busyLabel: "Adding..." }}
      subject="the calendar"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't add the calendar. Try again."
      onSubmit={handleSubmit((form) => save.mutate(form))}
      onClose={onClose}
    >
      <Select
        label="Host"
        required
        placeholder="Select a host"
        options={hosts.map(({ id, name }) => ({ value: id, label: name }))}
        error={errors.hostId?.message}
        {...register("hostId")}
      />
      <TextField
        label="Name"
        required
        autoComplete="off"
        hint="For example, Work calendar."
        error={errors.label?.message}
        {...register("label")}
      />
      <TextField
        label="Private address"
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        placeholder="https://"
        hint="In Google Calendar: Settings, Secret address in iCal format. In Outlook: Shared calendars, Publish a calendar."
        error={errors.url?.message}
        {...register("url")}
      />
    </GuardedFormDialog>
  );
}
