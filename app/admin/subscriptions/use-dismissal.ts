import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  setDismissed,
  type UnmatchedSubscription,
  unmatchedSubscriptionsQuery,
} from "#app/api/admin/unmatched-subscriptions.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { payerLabel } from "#domain/subscriptions/unmatched-subscription.ts";

/** Dismisses a plan whose payer is not a client after a confirmation that names the effect, or restores it. */
export function useDismissal(subscription: UnmatchedSubscription) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const showAlert = useAlert();
  const showToast = useToast();
  const change = useMutation({
    mutationFn: (isDismissed: boolean) => setDismissed(subscription.id, isDismissed),
    onSuccess: (_, isDismissed) => showToast(isDismissed ? "Plan dismissed." : "Plan restored."),
    onError: (error, isDismissed) => {
      const action = isDismissed ? "dismiss" : "restore";
      void showAlert(errorMessage(error, `We couldn't ${action} the plan. Try again.`));
    },
    onSettled: () => queryClient.invalidateQueries(unmatchedSubscriptionsQuery()),
  });
  return {
    isPending: change.isPending,
    async confirmDismissal() {
      const isConfirmed = await confirm({
        text: `Dismiss the ${subscription.tierName} plan of ${payerLabel(subscription)}? It leaves this list and the dashboard, even if it changes in Square. Square still bills it. You can restore it under Dismissed.`,
        confirmLabel: "Dismiss plan",
      });
      if (isConfirmed) {
        change.mutate(true);
      }
    },
    restore() {
      change.mutate(false);
    },
  };
}
