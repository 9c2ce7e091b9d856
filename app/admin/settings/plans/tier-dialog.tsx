import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { allTiersQuery, saveTier, type TierRow } from "#app/api/admin/settings/tiers.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type Tier, TierForm, toTierForm } from "#domain/subscriptions/tier-form.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";

/** Form that adds or edits a support plan. */
export function TierDialog({ tier, onClose }: { tier: TierRow | null; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(TierForm),
    defaultValues: toTierForm(tier),
  });
  const { errors, isDirty } = formState;
  const save = useMutation({
    mutationFn: (form: Tier) => saveTier(tier?.id ?? null, form),
    onSuccess: async (_, { name }) => {
      showToast(tier ? `${name} saved` : `${name} added`);
      onClose();
      await queryClient.invalidateQueries(allTiersQuery());
    },
  });
  return (
    <GuardedFormDialog
      title={tier ? "Edit plan" : "Add plan"}
      description="Clients see a new price right away. To change what current subscribers pay, go to Square."
      submitButton={{ label: tier ? "Save Changes" : "Add plan", busyLabel: "Saving..." }}
      subject="the plan"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the plan. Try again."
      onSubmit={handleSubmit((form) => save.mutate(form))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label="Monthly price ($)"
        required
        inputMode="decimal"
        autoComplete="off"
        error={errors.monthlyPrice?.message}
        {...register("monthlyPrice")}
      />
      <TextArea
        label="Features"
        rows={5}
        hint="One per line."
        error={errors.features?.message}
        {...register("features")}
      />
      <TextField
        label="Checkout link"
        type="url"
        autoComplete="off"
        hint="A Square checkout link. Without one, clients see Contact us to subscribe."
        error={errors.checkoutUrl?.message}
        {...register("checkoutUrl")}
      />
      <Checkbox label="Active" hint="Visible to clients." {...register("isActive")} />
      <Checkbox label="Popular" hint="Shows a Popular badge on the plan." {...register("isPopular")} />
    </GuardedFormDialog>
  );
}
