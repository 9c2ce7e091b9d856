import type { OwnPlanRequest } from "#app/api/portal/plan-requests.ts";
import type { OwnPlan, SubscriptionTier } from "#app/api/portal/subscriptions.ts";
import type { PlanActions } from "#domain/subscriptions/plan.ts";
import { CancelPlanDialog } from "./cancel-plan-dialog.tsx";
import { ChangePlanDialog } from "./change-plan-dialog.tsx";
import { PlanDialog } from "./plan-dialog.tsx";

/** `tierId` is the plan that the form starts with. */
export type OpenPlanDialog =
  | { kind: "manage"; plan: OwnPlan }
  | { kind: "cancel"; plan: OwnPlan }
  | { kind: "change"; plan: OwnPlan; tierId: string };

export type PlanDialogsProps = {
  openDialog: OpenPlanDialog | null;
  tiers: readonly SubscriptionTier[];
  requests: readonly OwnPlanRequest[];
  actions: PlanActions;
  onOpen: (openDialog: OpenPlanDialog | null) => void;
};

/** The open dialog about a plan, if any. */
export function PlanDialogs({ openDialog, tiers, requests, actions, onOpen }: PlanDialogsProps) {
  if (!openDialog) {
    return null;
  }
  const { plan } = openDialog;
  const close = () => onOpen(null);
  if (openDialog.kind === "cancel") {
    return <CancelPlanDialog plan={plan} onClose={close} />;
  }
  const otherTiers = tiers.filter(({ id }) => id !== plan.tier_id);
  if (openDialog.kind === "change") {
    return <ChangePlanDialog plan={plan} tiers={otherTiers} tierId={openDialog.tierId} onClose={close} />;
  }
  return (
    <PlanDialog
      plan={plan}
      requests={requests}
      actions={otherTiers.length > 0 ? actions : { ...actions, requestChange: false }}
      onRequestChange={() => onOpen({ kind: "change", plan, tierId: "" })}
      onRequestCancellation={() => onOpen({ kind: "cancel", plan })}
      onClose={close}
    />
  );
}
