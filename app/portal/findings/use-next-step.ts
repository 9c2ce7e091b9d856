import type { Finding } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { canChangeStatus } from "#domain/findings/remediation.ts";
import { useCanRequestRetest } from "./use-can-request-retest.ts";
import { useChangeStatus } from "./use-change-status.ts";

const UNDO_DURATION_MS = 8000;

export type NextStep = { label: string; isBusy: boolean; onPress: () => void };

/**
 * Returns the primary action for a finding: a finding in progress is marked as ready for a retest, and one that is ready is
 * retested. Null for findings in other statuses, in a retest, and that the user cannot change.
 */
export function useNextStep(finding: Finding, onRequestRetest: () => void): NextStep | null {
  const showToast = useToast();
  const canRequestRetest = useCanRequestRetest(finding);
  const change = useChangeStatus(finding.id, {
    onChanged(to) {
      if (to === "in_progress") {
        showToast("Status changed to In progress");
        return;
      }
      showToast("Marked as ready for retest", {
        duration: UNDO_DURATION_MS,
        action: { label: "Undo", onPress: () => change.mutate({ to: "in_progress" }) },
      });
    },
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't change the status. Try again."), { tone: "negative" }),
  });
  const { remediation_status: status, verdict, state } = finding;
  if (!canRequestRetest) {
    return null;
  }
  if (state === "ready_for_retest") {
    return { label: "Request retest", isBusy: change.isPending, onPress: onRequestRetest };
  }
  if (
    state !== "in_progress" ||
    !canChangeStatus(status, "ready_for_retest", { verdict, isInRetest: false })
  ) {
    return null;
  }
  return {
    label: "Mark ready for retest",
    isBusy: change.isPending,
    onPress: () => change.mutate({ to: "ready_for_retest" }),
  };
}
