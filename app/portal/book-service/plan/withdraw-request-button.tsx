import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ownPlanRequestsQuery, withdrawPlanRequest } from "#app/api/portal/plan-requests.ts";
import { ownPlansQuery } from "#app/api/portal/subscriptions.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { useCurrentClient } from "../../current-client.ts";

type WithdrawRequestButtonProps = {
  requestId: string;
  title: string;
  /** Whether withdrawing the request keeps the plan, which is what the client looks for. */
  isCancellation: boolean;
};

/** Withdraws an open plan request. The plan stays as it is, so no confirmation is needed. */
export function WithdrawRequestButton({ requestId, title, isCancellation }: WithdrawRequestButtonProps) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const withdraw = useMutation({
    mutationFn: () => withdrawPlanRequest(requestId),
    onSuccess: () => {
      showToast(isCancellation ? "Request withdrawn. Your plan continues." : "Request withdrawn");
      // The button is removed, so move the focus to its container.
      button.current?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
    },
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't withdraw the request. Try again."), { tone: "negative" }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ownPlanRequestsQuery(id).queryKey }),
        // The plan may be scheduled to end since it was loaded.
        queryClient.invalidateQueries({ queryKey: ownPlansQuery(id).queryKey }),
      ]),
  });
  return (
    <Button
      ref={button}
      size="small"
      aria-label={isCancellation ? `Keep plan: withdraw ${title}` : `Withdraw request: ${title}`}
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {isCancellation ? "Keep plan" : "Withdraw request"}
    </Button>
  );
}
