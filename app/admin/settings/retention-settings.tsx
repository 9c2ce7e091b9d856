import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { retentionPeriods, saveRetention } from "#app/api/admin-firm.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { PERIOD_NAMES, RETENTION_PERIODS, RetentionPeriods } from "#domain/retention.ts";
import { wordsOf } from "../lists/words-of.ts";
import { SectionHead } from "./section-head.tsx";
import { useUnsavedChanges } from "./use-unsaved-changes.ts";

/** How long things are kept before the nightly job deletes them. */
export function RetentionSettings() {
  const periods = useQuery(retentionPeriods());
  return (
    <section aria-label="Retention">
      <SectionHead
        title="Retention"
        context="What is older is deleted every night. Clients, projects, invoices and documents stay until you delete them."
      />
      <Loaded
        query={periods}
        failed="The retention periods could not be loaded."
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
  useUnsavedChanges(isDirty, "the retention periods");
  const save = useMutation({
    mutationFn: saveRetention,
    onSuccess: async (_, saved) => {
      reset(saved);
      showToast("Retention periods saved");
      await queryClient.invalidateQueries(retentionPeriods());
    },
  });

  const submit = handleSubmit(async (wanted) => {
    const shorter = PERIOD_NAMES.filter((name) => wanted[name] < stored[name]);
    const names = shorter.map((name) => RETENTION_PERIODS[name].label.toLowerCase()).join(", ");
    const text = `Keep ${names} for a shorter time? What is older is deleted tonight. This cannot be undone.`;
    if (shorter.length === 0 || (await confirm({ text, act: "Keep shorter" }))) save.mutate(wanted);
  });

  return (
    <form noValidate onSubmit={submit} className="grid max-w-2xl gap-5">
      {save.error && (
        <Banner tone="negative" urgent>
          {wordsOf(save.error, "Failed to save the retention periods")}
        </Banner>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {PERIOD_NAMES.map((name) => {
          const { label, unit, shortest, longest, help } = RETENTION_PERIODS[name];
          return (
            <TextField
              key={name}
              label={`${label} (${unit})`}
              type="number"
              inputMode="numeric"
              min={shortest}
              max={longest}
              required
              help={help}
              error={errors[name]?.message}
              {...register(name, { valueAsNumber: true })}
            />
          );
        })}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={!isDirty || save.isPending} onClick={() => reset()}>
          Reset
        </Button>
        <Button type="submit" tone="primary" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  );
}
