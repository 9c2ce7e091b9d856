import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ownPlanRequestsQuery, sendPlanRequest } from "#app/api/portal/plan-requests.ts";
import { ownPlansQuery } from "#app/api/portal/subscriptions.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { PlanRequest } from "#domain/subscriptions/plan-request.ts";
import { useCurrentClient } from "../../current-client.ts";

/** Sends a plan request and closes the dialog. The requests and plans are refetched even after an error. */
export function usePlanRequest(onClose: () => void) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: PlanRequest) => sendPlanRequest(request),
    onSuccess: () => {
      showToast("Request sent. We'll reply within 24 hours.");
      onClose();
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ownPlanRequestsQuery(id).queryKey }),
        // An error can mean that the plan has changed since it was loaded.
        queryClient.invalidateQueries({ queryKey: ownPlansQuery(id).queryKey }),
      ]),
  });
  return {
    send: mutate,
    isPending,
    errorMessage: error && errorMessage(error, "We couldn't send your request. Try again."),
  };
}
