import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelRetest } from "#app/api/portal/findings.ts";
import { type FindingRetest, refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import { FINDING_TOAST_TOPIC } from "./finding-toast-topic.ts";

/** Withdraws the request for a retest that has not started. Renders nothing for other rounds. */
export function WithdrawRequestButton({ retest: { round, round_id: id } }: { retest: FindingRetest }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const cancel = useMutation({
    mutationFn: () => cancelRetest(id),
    onSuccess: () => showToast("Request withdrawn", { topic: FINDING_TOAST_TOPIC }),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't withdraw the request. Try again."), { tone: "negative" }),
    onSettled: () => refetchFindings(queryClient),
  });
  async function withdraw() {
    const count = round.retest_findings.length;
    const question = {
      text: `Withdraw the retest request for ${formatCount(count, "finding")}? None of them will be retested.`,
      confirmLabel: "Withdraw request",
    };
    // A request for one finding can be made again in one step.
    if (count === 1 || (await confirm(question))) {
      cancel.mutate();
    }
  }
  if (round.status !== "requested") {
    return null;
  }
  return (
    <Button
      size="small"
      className="mb-4"
      busy={cancel.isPending}
      busyLabel="Withdrawing..."
      onClick={withdraw}
    >
      Withdraw request
    </Button>
  );
}
