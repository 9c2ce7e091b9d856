import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FIRM_TOTALS_KEY } from "#app/api/admin/totals.ts";
import {
  setDismissed,
  type UnmatchedSubscription,
  unmatchedSubscriptionsQuery,
} from "#app/api/admin/unmatched-subscriptions.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { payerLabel } from "#domain/square/payer.ts";

/** Dismisses a plan after a confirmation, because its payer is not a client, or restores it. */
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
    onSettled: () => {
      void queryClient.invalidateQueries(unmatchedSubscriptionsQuery());
      // The number of invoices that need a client.
      void queryClient.invalidateQueries({ queryKey: FIRM_TOTALS_KEY });
    },
  });
  return {
    isPending: change.isPending,
    async confirmDismissal() {
      const isConfirmed = await confirm({
        text: `Dismiss the ${subscription.tierName} plan of ${payerLabel(subscription)}? Do this if the payer isn't a client. The plan no longer appears here or on the dashboard, but Square still bills it. You can restore it under Dismissed.`,
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
