import type { Finding } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { FINDING_STATE_BADGES } from "#domain/findings/finding-state.ts";
import { canChangeStatus } from "#domain/findings/remediation.ts";
import { FINDING_TOAST_TOPIC, UNDO_DURATION_MS } from "./finding-toast.ts";
import { useCanRequestRetest } from "./use-can-request-retest.ts";
import { useChangeStatus } from "./use-change-status.ts";

const STATUS_STEPS = [
  { from: "open", to: "in_progress", label: "Start fixing", done: "Marked as in progress" },
  {
    from: "in_progress",
    to: "ready_for_retest",
    label: "Mark ready for retest",
    done: "Marked as ready for retest",
  },
] as const;

export type NextStep = { label: string; isBusy: boolean; onPress: () => void };

/**
 * Returns the primary action for a finding: an open finding is marked as in progress, then as ready for a retest, and then its
 * retest is requested. Null for findings in other statuses, in a retest, and that the user cannot change.
 */
export function useNextStep(finding: Finding, onRequestRetest: () => void): NextStep | null {
  const showToast = useToast();
  const canRequestRetest = useCanRequestRetest(finding);
  const onError = (error: Error) =>
    showToast(errorMessage(error, "We couldn't change the status. Try again."), { tone: "negative" });
  const undo = useChangeStatus(finding.id, {
    onChanged: (to) =>
      showToast(`Status changed to ${FINDING_STATE_BADGES[to].label}`, { topic: FINDING_TOAST_TOPIC }),
    onError,
  });
  const change = useChangeStatus(finding.id, {
    onChanged(to) {
      const done = STATUS_STEPS.find((step) => step.to === to);
      if (done) {
        showToast(done.done, {
          duration: UNDO_DURATION_MS,
          topic: FINDING_TOAST_TOPIC,
          action: { label: "Undo", onPress: () => undo.mutate({ to: done.from }) },
        });
      }
    },
    onError,
  });
  const { remediation_status: status, verdict, state } = finding;
  const isBusy = change.isPending || undo.isPending;
  if (!canRequestRetest) {
    return null;
  }
  if (state === "ready_for_retest") {
    return { label: "Request retest", isBusy, onPress: onRequestRetest };
  }
  const step = STATUS_STEPS.find(({ from }) => from === state);
  if (!step || !canChangeStatus(status, step.to, { verdict, isInRetest: false })) {
    return null;
  }
  return { label: step.label, isBusy, onPress: () => change.mutate({ to: step.to }) };
}
