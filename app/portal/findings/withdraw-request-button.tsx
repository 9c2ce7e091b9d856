import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cancelRetest, requestRetest } from "#app/api/portal/findings.ts";
import { type Finding, type FindingRetest, refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { RequestRetest } from "#domain/findings/retest.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { FINDING_TOAST_TOPIC, UNDO_DURATION_MS } from "./finding-toast.ts";

type WithdrawRequestButtonProps = {
  finding: Pick<Finding, "project_id">;
  retest: FindingRetest;
};

/** Withdraws the request for a retest that has not started. Renders nothing for other rounds. */
export function WithdrawRequestButton({ finding, retest }: WithdrawRequestButtonProps) {
  const { round, round_id: id } = retest;
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const undo = useMutation({
    mutationFn: (request: RequestRetest) => requestRetest(request),
    onSuccess: () => showToast("Retest requested", { topic: FINDING_TOAST_TOPIC }),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't request the retest. Try again."), { tone: "negative" }),
    onSettled: () => refetchFindings(queryClient),
  });
  const cancel = useMutation({
    mutationFn: () => cancelRetest(id),
    onSuccess() {
      const request = {
        projectId: finding.project_id,
        findingIds: round.retest_findings.map(({ finding_id }) => finding_id),
        note: round.note,
      };
      showToast("Request withdrawn", {
        duration: UNDO_DURATION_MS,
        topic: FINDING_TOAST_TOPIC,
        action: { label: "Undo", onPress: () => undo.mutate(request) },
      });
    },
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
    // The withdrawal affects findings that are not on this page.
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
