import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { endPlan, keepPlan, planEndingsQuery } from "#app/api/admin/plan-endings.ts";
import { PLAN_REQUESTS_KEY } from "#app/api/admin/plan-requests.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { getCancellationDate } from "#domain/subscriptions/plan.ts";
import { endPlanLabel } from "#domain/subscriptions/plan-ending.ts";
import type { SubscriptionStatus } from "#domain/subscriptions/subscription.ts";

export type EndablePlan = {
  id: string;
  company: string;
  tierName: string;
  status: SubscriptionStatus;
  /** The last day of the paid period. */
  periodEnd: CalendarDate | null;
  /** The last day of a plan whose end is scheduled. */
  endsOn: CalendarDate | null;
};

/** Ends or keeps a plan in Square after a confirmation that names the date and the effect. */
export function usePlanEnding(plan: EndablePlan, planRequestId: string | undefined) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const showAlert = useAlert();
  const endings = useQuery(planEndingsQuery()).data;
  const ending = endings?.get(plan.id);
  // The previous change of the same plan is done too, so the status alone wouldn't show that another one is done.
  const doneEndingId = ending?.status === "done" ? ending.id : undefined;
  const endsOn = getCancellationDate(
    { current_period_end: plan.periodEnd, ends_on: null },
    firmToday(new Date()),
  );
  const answered = planRequestId ? { planRequestId } : {};
  const change = useMutation({
    mutationFn: (kind: "end" | "keep") =>
      kind === "end" ? endPlan(plan.id, { endsOn, ...answered }) : keepPlan(plan.id, answered),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't change the plan. Try again.")),
    onSettled: () => queryClient.invalidateQueries(planEndingsQuery()),
  });
  useEffect(() => {
    // Square has confirmed the change, so the plan and the client's request have changed.
    if (doneEndingId) {
      void queryClient.invalidateQueries({ queryKey: ["subscription-list"] });
      void queryClient.invalidateQueries({ queryKey: [PLAN_REQUESTS_KEY] });
    }
  }, [doneEndingId, queryClient]);
  const { company, tierName } = plan;
  const answer = planRequestId ? " We'll answer the request and email the client." : "";
  return {
    isPending: change.isPending,
    async confirmEnd() {
      const until = endsOn ? ` until ${formatDate(endsOn)}` : " until the paid period ends";
      const isConfirmed = await confirm({
        text: `End the ${tierName} plan for ${company} in Square? The client keeps the plan${until} and isn't charged again.${answer}`,
        confirmLabel: endPlanLabel(endsOn),
        tone: "danger",
      });
      if (isConfirmed) {
        change.mutate("end");
      }
    },
    async confirmKeep() {
      const isConfirmed = await confirm({
        text: `Keep the ${tierName} plan for ${company}? Square charges the client again after ${formatDate(plan.endsOn)}.${answer}`,
        confirmLabel: "Keep plan in Square",
      });
      if (isConfirmed) {
        change.mutate("keep");
      }
    },
  };
}
