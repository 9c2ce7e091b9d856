import type { OwnPlanRequest } from "#app/api/portal/plan-requests.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { describeOpenRequest, planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import { WithdrawRequestButton } from "./withdraw-request-button.tsx";

type OpenPlanRequestProps = {
  request: OwnPlanRequest;
  /** Whether the plan is scheduled to end, so that a cancellation can't be withdrawn. */
  isEnding: boolean;
};

/** An open plan request with its reply time, and a button that withdraws it. */
export function OpenPlanRequest({ request, isEnding }: OpenPlanRequestProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const summary = { ...request, tierName: request.subscription_tiers?.tier_name ?? null };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="tabular text-14">
        {describeOpenRequest(summary, formatInstantDate(request.created_at, timeZone))}
      </p>
      {!(isEnding && request.kind === "cancel") && (
        <WithdrawRequestButton
          requestId={request.id}
          title={planRequestTitle(summary)}
          isCancellation={request.kind === "cancel"}
        />
      )}
    </div>
  );
}
