import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { allTiers, saveTier, type TierRow } from "#app/api/admin-tiers.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { type Tier, TierForm, tierFormOf } from "#domain/tier-form.ts";
import { useLeave } from "../lists/use-leave.ts";
import { wordsOf } from "../lists/words-of.ts";

/** Adds a support plan, or edits one. */
export function TierDialog({ tier, onClose }: { tier: TierRow | null; onClose: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(TierForm),
    defaultValues: tierFormOf(tier),
  });
  const { errors, isDirty } = formState;
  const save = useMutation({
    mutationFn: (form: Tier) => saveTier(tier?.id ?? null, form),
    onSuccess: async (_, { name }) => {
      showToast(tier ? `${name} saved` : `${name} added`);
      onClose();
      await queryClient.invalidateQueries(allTiers());
    },
  });
  const leave = useLeave({ isDirty, isPending: save.isPending, what: "the plan" }, onClose);
  return (
    <Dialog
      open
      onClose={leave}
      title={tier ? "Edit Plan" : "Add Plan"}
      description="A new price is shown at once. What Square charges running subscriptions is changed there."
      footer={
        <>
          <Button onClick={leave} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={save.isPending} busyLabel="Saving...">
            {tier ? "Save Changes" : "Add Plan"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit((form) => save.mutate(form))}
        className="grid gap-4"
      >
        {save.error && (
          <Banner tone="negative" urgent>
            {wordsOf(save.error, "Failed to save the plan")}
          </Banner>
        )}
        <TextField
          label="Name"
          required
          autoComplete="off"
          error={errors.name?.message}
          {...register("name")}
        />
        <TextField
          label="Price a month ($)"
          required
          inputMode="decimal"
          autoComplete="off"
          error={errors.monthlyPrice?.message}
          {...register("monthlyPrice")}
        />
        <TextArea
          label="Features"
          rows={5}
          help="One a line."
          error={errors.features?.message}
          {...register("features")}
        />
        <TextField
          label="Checkout link"
          type="url"
          autoComplete="off"
          help="An https address at Square. Without one the portal says “Contact us to subscribe”."
          error={errors.checkoutUrl?.message}
          {...register("checkoutUrl")}
        />
        <Checkbox label="On offer" help="Clients see it among the plans." {...register("isActive")} />
        <Checkbox label="Popular" help="Marked among the others." {...register("isPopular")} />
      </form>
    </Dialog>
  );
}
