import { useForm, useWatch } from "react-hook-form";
import type { OwnPlan, SubscriptionTier } from "#app/api/portal/subscriptions.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { formatPrice, toCents } from "#domain/money/money.ts";
import { getMonthlyPrice } from "#domain/subscriptions/plan.ts";
import { describePlanChange } from "#domain/subscriptions/plan-change.ts";
import { PlanChangeForm } from "#domain/subscriptions/plan-request.ts";
import { getPlanName } from "./plan-name.ts";
import { usePlanRequest } from "./use-plan-request.ts";

type ChangePlanDialogProps = {
  plan: OwnPlan;
  tiers: readonly SubscriptionTier[];
  tierId: string;
  onClose: () => void;
};

/** Form that requests a plan change. */
export function ChangePlanDialog({ plan, tiers, tierId, onClose }: ChangePlanDialogProps) {
  const { send, isPending, errorMessage } = usePlanRequest(onClose);
  const { register, handleSubmit, formState, control } = useForm({
    resolver: zodResolver(PlanChangeForm),
    defaultValues: { tierId, note: "" },
  });
  const { errors } = formState;
  const selectedId = useWatch({ control, name: "tierId" });
  const newTier = tiers.find(({ id }) => id === selectedId);
  return (
    <FormDialog
      title="Request change"
      description={`You stay on ${getPlanName(plan)} until we've changed it, so you're never billed for two plans.`}
      submitButton={{ label: "Send request", busyLabel: "Sending..." }}
      isPending={isPending}
      onSubmit={handleSubmit((form) => send({ kind: "change", ...form }))}
      onClose={onClose}
    >
      {errorMessage && (
        <Banner tone="negative" urgent>
          {errorMessage}
        </Banner>
      )}
      <Select
        label="New plan"
        required
        placeholder="Choose a plan"
        options={tiers.map((tier) => ({
          value: tier.id,
          label: `${tier.tier_name}, ${formatPrice(toCents(tier.monthly_price))} per month`,
        }))}
        error={errors.tierId?.message}
        {...register("tierId")}
      />
      <div role="status" className="tabular text-14 not-empty:-mt-2">
        {newTier && <PlanChangeTerms plan={plan} tier={newTier} />}
      </div>
      <TextArea
        label="Note"
        rows={3}
        hint="Optional. For example, when you'd like to change."
        error={errors.note?.message}
        {...register("note")}
      />
    </FormDialog>
  );
}

function PlanChangeTerms({ plan, tier }: { plan: OwnPlan; tier: SubscriptionTier }) {
  const { summary, details } = describePlanChange({
    currentPrice: getMonthlyPrice(plan),
    newPrice: toCents(tier.monthly_price),
  });
  return (
    <>
      <p className="font-medium">{summary}</p>
      <p className="text-13 text-muted">{details}</p>
    </>
  );
}
