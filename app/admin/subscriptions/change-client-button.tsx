import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import { moveSubscription } from "#app/api/admin/unmatched-subscriptions.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { isActiveSubscription } from "#domain/subscriptions/subscription.ts";
import { LinkSubscription } from "#domain/subscriptions/unmatched-subscription.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

type ChangeClientProps = {
  subscription: Pick<ListedSubscription, "id" | "clientId" | "company" | "tierName" | "status">;
};

/** Button that corrects the client of a plan that an administrator linked. */
export function ChangeClientButton({ subscription }: ChangeClientProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={`Change client: ${subscription.company}`}
        onClick={() => setIsOpen(true)}
      >
        Change client
      </Button>
      {isOpen && <ChangeClientDialog subscription={subscription} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ChangeClientDialog({ subscription, onClose }: ChangeClientProps & { onClose: () => void }) {
  const { id, clientId: fromClientId, company, tierName } = subscription;
  const emailNote = isActiveSubscription(subscription)
    ? " We'll email the selected client's owners and billing members that their plan is set up."
    : "";
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(LinkSubscription),
    defaultValues: { clientId: "" },
  });
  const move = useMutation({
    mutationFn: (clientId: string | null) => moveSubscription(id, { fromClientId, clientId }),
    onSuccess: (_, clientId) => {
      showToast(clientId ? "Plan moved to another client." : "Plan unlinked.");
      onClose();
    },
    // The plan can change totals, warnings and the invoices of both clients.
    onSettled: () => queryClient.invalidateQueries(),
  });
  async function unlink() {
    const isConfirmed = await confirm({
      text: `Unlink the ${tierName} plan from ${company}? The client no longer sees the plan or its invoices. Square still bills it.`,
      confirmLabel: "Unlink plan",
      tone: "danger",
    });
    if (isConfirmed) {
      move.mutate(null);
    }
  }
  return (
    <GuardedFormDialog
      title="Change the client of this plan"
      description={`${tierName} is linked to ${company}. The plan and its invoices move to the selected client, and ${company} no longer sees them.${emailNote}`}
      submitButton={{ label: "Move plan", busyLabel: "Moving..." }}
      subject="the selection"
      isDirty={formState.isDirty}
      isPending={move.isPending}
      error={move.error}
      errorMessage="We couldn't move the plan. Try again."
      onSubmit={handleSubmit(({ clientId }) => move.mutate(clientId))}
      onClose={onClose}
    >
      <ClientSelect control={register("clientId")} error={formState.errors.clientId?.message} />
      <p>
        <Button type="button" size="small" disabled={move.isPending} onClick={unlink}>
          Unlink plan
        </Button>
      </p>
    </GuardedFormDialog>
  );
}
