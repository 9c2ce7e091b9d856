import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ownPlanRequestsQuery, withdrawPlanRequest } from "#app/api/portal/plan-requests.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { useCurrentClient } from "../../current-client.ts";

/** Withdraws an open plan request. The plan stays as it is, so no confirmation is needed. */
export function WithdrawRequestButton({ requestId, title }: { requestId: string; title: string }) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const withdraw = useMutation({
    mutationFn: () => withdrawPlanRequest(requestId),
    onSuccess: () => {
      showToast("Request withdrawn");
      // The button is removed, so move the focus to its container.
      button.current?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true });
    },
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't withdraw the request. Try again."), { tone: "negative" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownPlanRequestsQuery(id).queryKey }),
  });
  return (
    <Button
      ref={button}
      size="small"
      aria-label={`Withdraw request: ${title}`}
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      Withdraw request
    </Button>
  );
}
