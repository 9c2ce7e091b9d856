import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { retentionPeriodsQuery, saveRetentionPeriods } from "#app/api/admin/settings/firm-settings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { RETENTION_PERIOD_NAMES, RETENTION_PERIODS, RetentionPeriods } from "#domain/firm/retention.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { SectionHeader } from "./section-header.tsx";

/** Settings section with the retention periods. A nightly job deletes older records. */
export function RetentionSettings() {
  const periods = useQuery(retentionPeriodsQuery());
  return (
    <section aria-label="Retention">
      <SectionHeader
        title="Retention"
        description="Older records are deleted nightly. Clients, projects, invoices and documents are kept until you delete them."
      />
      <Loaded
        query={periods}
        errorMessage="We couldn't load the retention periods."
        loading={<Loading text="Loading retention periods..." rows={6} />}
      >
        {(stored) => <PeriodFields stored={stored} />}
      </Loaded>
    </section>
  );
}

function PeriodFields({ stored }: { stored: RetentionPeriods }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(RetentionPeriods),
    defaultValues: stored,
  });
  const { errors, isDirty } = formState;
  useUnsavedGuard(() => isDirty, {
    confirmation: createDiscardConfirmation("the retention periods"),
    guardsQuery: true,
  });
  const save = useMutation({
    mutationFn: saveRetentionPeriods,
    onSuccess: async (_, saved) => {
      reset(saved);
      showToast("Retention periods saved");
      await queryClient.invalidateQueries(retentionPeriodsQuery());
    },
  });

  const submit = handleSubmit(async (periods) => {
    const shortened = RETENTION_PERIOD_NAMES.filter((name) => periods[name] < stored[name]);
    const names = shortened.map((name) => RETENTION_PERIODS[name].label.toLowerCase()).join(", ");
    const text = `Shorten retention for ${names}? Older records are deleted tonight. This can't be undone.`;
    if (shortened.length === 0 || (await confirm({ text, confirmLabel: "Shorten" }))) {
      save.mutate(periods);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid max-w-2xl gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {RETENTION_PERIOD_NAMES.map((name) => {
          const { label, unit, min, max, help } = RETENTION_PERIODS[name];
          return (
            <TextField
              key={name}
              label={`${label} (${unit})`}
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              required
              hint={help}
              error={errors[name]?.message}
              {...register(name, { valueAsNumber: true })}
            />
          );
        })}
      </div>
      <SettingsButtons
        isDirty={isDirty}
        isSaving={save.isPending}
        onReset={() => reset()}
        result={
          save.error && (
            <Banner tone="negative" urgent>
              {errorMessage(save.error, "We couldn't save the retention periods. Try again.")}
            </Banner>
          )
        }
      />
    </form>
  );
}
