import type { OwnPlanRequest } from "#app/api/portal/plan-requests.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { planRequestStatusBadge, planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import { OpenPlanRequest } from "./open-plan-request.tsx";

/** Answered requests shown, newest first. */
const MAX_ANSWERED = 2;

type PlanRequestListProps = { requests: readonly OwnPlanRequest[]; isEnding: boolean };

/** Open requests, which can be withdrawn, and the latest answers. Renders nothing without requests. */
export function PlanRequestList({ requests, isEnding }: PlanRequestListProps) {
  const open = requests.filter(({ status }) => status === "open");
  const answered = requests.filter(({ status }) => status === "answered").slice(0, MAX_ANSWERED);
  if (open.length + answered.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="plan-requests">
      <h3 id="plan-requests" className="mb-1 font-medium text-14">
        Your requests
      </h3>
      <ul className="divide-y divide-line border-line border-y text-14">
        {open.map((request) => (
          <li key={request.id} className="py-3">
            <OpenPlanRequest request={request} isEnding={isEnding} />
          </li>
        ))}
        {answered.map((request) => (
          <AnsweredRequest key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function AnsweredRequest({ request }: { request: OwnPlanRequest }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { label, tone } = planRequestStatusBadge(request.status);
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {planRequestTitle({ ...request, tierName: request.subscription_tiers?.tier_name ?? null })}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="whitespace-pre-wrap wrap-break-word">{request.answer}</p>
      {request.answered_at && (
        <p className="text-13 text-muted">Answered {formatInstantDate(request.answered_at, timeZone)}</p>
      )}
    </li>
  );
}
