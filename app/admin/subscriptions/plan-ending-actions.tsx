import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type ListedPlanEnding, planEndingsQuery } from "#app/api/admin/plan-endings.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { Button } from "#app/ui/button.tsx";
import { isRunningSubscription } from "#domain/subscriptions/plan.ts";
import { hasFailed, needsRetry, PLAN_ENDING_PROBLEMS } from "#domain/subscriptions/plan-ending.ts";
import { type EndablePlan, usePlanEnding } from "./use-plan-ending.ts";

type PlanEndingActionsProps = {
  plan: EndablePlan;
  /** The client's request, which is answered when the plan ends or is kept. */
  planRequestId?: string;
};

/**
 * Ends a plan in Square, or keeps one whose end is scheduled. Shows what is sent, and why it failed. Renders nothing while
 * creating invoices in Square is turned off.
 */
export function PlanEndingActions({ plan, planRequestId }: PlanEndingActionsProps) {
  const status = useQuery(squareWritingQuery()).data?.planStatus;
  const ending = useQuery(planEndingsQuery()).data?.get(plan.id);
  const { confirmEnd, confirmKeep, isPending } = usePlanEnding(plan, planRequestId);
  if (!isRunningSubscription(plan) || (status !== "ready" && status !== "reconnect")) {
    return null;
  }
  if (ending?.status === "pending") {
    const text = ending.kind === "end" ? "Ending plan in Square..." : "Keeping plan in Square...";
    return (
      <p role="status" className="text-13 text-muted">
        {text}
      </p>
    );
  }
  const action = plan.endsOn ? "Keep plan" : "End plan";
  const current = { status: plan.status, ends_on: plan.endsOn };
  const isRetry = ending !== undefined && needsRetry(ending, current);
  const label = isRetry ? `Try again: ${action}` : action;
  return (
    <div className="grid justify-items-start gap-1 sm:justify-items-end">
      {status === "reconnect" ? (
        <Link
          to="/admin/square"
          className="inline-flex min-h-6 items-center text-13 text-accent underline underline-offset-4"
        >
          Reconnect Square to end plans here
        </Link>
      ) : (
        <Button
          size="small"
          busy={isPending}
          aria-label={`${label}: ${plan.company}`}
          onClick={plan.endsOn ? confirmKeep : confirmEnd}
        >
          {isRetry ? "Try again" : action}
        </Button>
      )}
      {ending?.problem && hasFailed(ending, current) && <Problem problem={ending.problem} />}
    </div>
  );
}

function Problem({ problem }: { problem: NonNullable<ListedPlanEnding["problem"]> }) {
  const { title, nextStep } = PLAN_ENDING_PROBLEMS[problem];
  return <p className="max-w-72 text-13 text-warning">{`${title}. ${nextStep}`}</p>;
}
