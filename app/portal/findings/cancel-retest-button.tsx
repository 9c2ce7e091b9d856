import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelRetest } from "#app/api/portal/findings.ts";
import { type FindingRetest, refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";

/** Cancels a retest that has not started. Renders nothing for other rounds. */
export function CancelRetestButton({ retest: { round, round_id: id } }: { retest: FindingRetest }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const cancel = useMutation({
    mutationFn: () => cancelRetest(id),
    onSuccess: () => showToast("Retest canceled"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't cancel the retest. Try again."), { tone: "negative" }),
    onSettled: () => refetchFindings(queryClient),
  });
  if (round.status !== "requested") {
    return null;
  }
  return (
    <Button
      size="small"
      className="mt-3"
      busy={cancel.isPending}
      busyLabel="Canceling..."
      onClick={() => cancel.mutate()}
    >
      Cancel retest
    </Button>
  );
}
