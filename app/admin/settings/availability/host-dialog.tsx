import { useForm, useWatch } from "react-hook-form";
import { type Host, saveHost } from "#app/api/admin/settings/availability.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { HostForm } from "#domain/scheduling/settings-form.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";
import { useAvailabilityChange } from "./use-availability-change.ts";

const PLACES = [
  { value: "video", label: "Video call" },
  { value: "phone", label: "Phone call" },
];

/** Form that adds or edits a host. */
export function HostDialog({ host, onClose }: { host: Host | null; onClose: () => void }) {
  const { control, register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(HostForm),
    defaultValues: host ?? { name: "", email: "", userId: null, meetingUrl: "", phone: null, isActive: true },
  });
  const { errors, isDirty } = formState;
  const phone = useWatch({ control, name: "phone" });
  const hasPhone = phone !== null;
  const save = useAvailabilityChange({
    save: (form: HostForm) => saveHost(host?.id ?? null, form),
    successMessage: ({ name }) => (host ? `${name} saved` : `${name} added`),
    onSaved: onClose,
  });

  function setPlace(place: string) {
    const isPhone = place === "phone";
    setValue("meetingUrl", isPhone ? null : "", { shouldDirty: true });
    setValue("phone", isPhone ? "" : null, { shouldDirty: true });
  }

  return (
    <GuardedFormDialog
      title={host ? "Edit host" : "Add host"}
      description="Hosts receive an invitation for each of their bookings."
      submitButton={{ label: host ? "Save Changes" : "Add host", busyLabel: "Saving..." }}
      subject="the host"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the host. Try again."
      onSubmit={handleSubmit((form) => save.mutate(form))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        hint="Shown to visitors when they confirm."
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        error={errors.email?.message}
        {...register("email")}
      />
      <Select
        label="Place"
        options={PLACES}
        value={hasPhone ? "phone" : "video"}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      {hasPhone ? (
        <TextField
          key="phone"
          label="Phone number"
          type="tel"
          required
          autoComplete="off"
          hint="The number that visitors call."
          error={errors.phone?.message}
          {...register("phone")}
        />
      ) : (
        <TextField
          key="video"
          label="Video link"
          type="url"
          inputMode="url"
          required
          autoComplete="off"
          placeholder="https://"
          hint="The same link for all calls of this host."
          error={errors.meetingUrl?.message}
          {...register("meetingUrl")}
        />
      )}
      <Checkbox label="Active" hint="Visitors can book times with this host." {...register("isActive")} />
    </GuardedFormDialog>
  );
}
