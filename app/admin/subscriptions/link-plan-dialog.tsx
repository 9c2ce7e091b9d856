import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { linkSubscription, type UnmatchedSubscription } from "#app/api/admin/unmatched-subscriptions.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";

import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { formatPrice } from "#domain/money/money.ts";
import { payerLabel } from "#domain/square/payer.ts";
import { LinkSubscription } from "#domain/subscriptions/unmatched-subscription.ts";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";
import { ClientSelect } from "../forms/client-select.tsx";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

type LinkPlanDialogProps = { subscription: UnmatchedSubscription; onClose: () => void };

const LINK_ERROR = "We couldn't link the plan. Try again.";

/** Form that links a plan without a client to a client, or to a new one. */
export function LinkPlanDialog({ subscription, onClose }: LinkPlanDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const [isCreating, setIsCreating] = useState(false);
  const { likelyCheckout } = subscription;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(LinkSubscription),
    // The suggestion is not selected, because a wrong link shows the plan to another client.
    defaultValues: { clientId: "" },
  });
  const link = useMutation({
    mutationFn: (clientId: string) => linkSubscription(subscription.id, clientId),
    onSuccess: () => showToast("Plan linked. The client sees it in the portal."),
    // The plan can change totals, warnings and the client's invoices.
    onSettled: () => queryClient.invalidateQueries(),
  });
  if (isCreating) {
    return (
      <NewClientDialog
        values={{ contactPerson: subscription.payer_name ?? "", email: subscription.payer_email ?? "" }}
        onCreate={(clientId) =>
          link.mutateAsync(clientId).catch((error: Error) => showAlert(errorMessage(error, LINK_ERROR)))
        }
        onClose={onClose}
      />
    );
  }
  return (
    <GuardedFormDialog
      title="Link plan to a client"
      description={`${payerLabel(subscription)} pays ${formatPrice(subscription.monthlyCents)} per month for ${subscription.tierName}, but doesn't match any client.`}
      submitButton={{ label: "Link plan", busyLabel: "Linking..." }}
      subject="the selection"
      isDirty={formState.isDirty}
      isPending={link.isPending}
      error={link.error}
      errorMessage={LINK_ERROR}
      onSubmit={handleSubmit(({ clientId }) => link.mutate(clientId, { onSuccess: onClose }))}
      onClose={onClose}
    >
      {likelyCheckout && <LikelyClient checkout={likelyCheckout} tierName={subscription.tierName} />}
      <ClientSelect control={register("clientId")} error={formState.errors.clientId?.message} />
      <p className="text-14 text-muted">
        The client sees the plan and its invoices in the portal. Later syncs keep this link. To correct it,
        use Change client in the table.
      </p>
      <p>
        <Button type="button" size="small" onClick={() => setIsCreating(true)}>
          Create a client for this plan
        </Button>
      </p>
    </GuardedFormDialog>
  );
}

type LikelyClientProps = {
  checkout: NonNullable<UnmatchedSubscription["likelyCheckout"]>;
  tierName: string;
};

function LikelyClient({ checkout, tierName }: LikelyClientProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const opened = formatRelativeTime(checkout.started_at, new Date(), timeZone);
  return (
    <p className="text-14">
      {`${checkout.clients.company} opened the checkout for ${tierName} ${opened}, and we haven't matched a payment to it yet. Check that the payment is theirs before you select them.`}
    </p>
  );
}
