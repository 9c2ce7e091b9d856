import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type ListedPlanRequest, planRequestsQuery } from "#app/api/admin/plan-requests.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { keepFocusInSection } from "#app/ui/overlays/remember-focus.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { replyTimeBadge } from "#domain/inquiries/inquiry.ts";
import { isAnsweredByPlanEnding } from "#domain/subscriptions/plan-ending.ts";
import { planRequestStatusBadge, planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import { AnswerRequestDialog } from "./answer-request-dialog.tsx";
import { PlanEndingActions } from "./plan-ending-actions.tsx";
import type { EndablePlan } from "./use-plan-ending.ts";

/** Plan requests to answer, and the latest answers. Renders nothing if there are none. */
export function PlanRequestsCard() {
  const { data: requests, error, refetch } = useQuery(planRequestsQuery());
  const [answered, setAnswered] = useState<ListedPlanRequest | null>(null);
  if (error && !requests) {
    return (
      <ErrorState
        message="We couldn't load the plan requests."
        onRetry={(button) => {
          keepFocusInSection(button);
          void refetch();
        }}
        isSmall
      />
    );
  }
  if (!requests || requests.open.length + requests.answered.length === 0) {
    return null;
  }
  return (
    <Card aria-labelledby="plan-requests" className="mb-6">
      <CardHeader
        title={<span id="plan-requests">Plan requests</span>}
        subtitle={
          requests.open.length > 0
            ? `${requests.open.length} open · answer due within 24 hours`
            : "All requests are answered"
        }
      />
      <ul className="divide-y divide-line">
        {[...requests.open, ...requests.answered].map((request) => (
          <PlanRequestItem key={request.id} request={request} onAnswer={() => setAnswered(request)} />
        ))}
      </ul>
      {answered && <AnswerRequestDialog request={answered} onClose={() => setAnswered(null)} />}
    </Card>
  );
}

function PlanRequestItem({ request, onAnswer }: { request: ListedPlanRequest; onAnswer: () => void }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { company } = request.clients;
  const isOpen = request.status === "open";
  const { label, tone } = isOpen
    ? replyTimeBadge(request.created_at, new Date())
    : planRequestStatusBadge(request.status);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3 text-14 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          <Link
            to={`/admin/clients/${request.client_id}`}
            className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
          >
            {company}
          </Link>
        </p>
        <p className="text-muted">
          {planRequestTitle({ ...request, tierName: request.subscription_tiers?.tier_name ?? null })}
          {` · now on ${request.client_subscriptions.subscription_tiers.tier_name}`}
        </p>
        {request.note && <p className="mt-1 whitespace-pre-wrap wrap-break-word">{request.note}</p>}
        {request.answer && (
          <p className="mt-1 whitespace-pre-wrap wrap-break-word text-muted">Answer: {request.answer}</p>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="sm:text-right">
          <Badge tone={tone}>{label}</Badge>
          <p className="tabular text-13 text-muted">
            {formatInstantDate(request.answered_at ?? request.created_at, timeZone)}
          </p>
        </div>
        {isOpen && isAnsweredByPlanEnding(request, request.client_subscriptions) && (
          <PlanEndingActions plan={toEndablePlan(request)} planRequestId={request.id} />
        )}
        {isOpen && (
          <Button size="small" aria-label={`Answer: ${company}`} onClick={onAnswer}>
            Answer
          </Button>
        )}
      </div>
    </li>
  );
}

function toEndablePlan({ clients, client_subscriptions: subscription }: ListedPlanRequest): EndablePlan {
  return {
    id: subscription.id,
    company: clients.company,
    tierName: subscription.subscription_tiers.tier_name,
    status: subscription.status,
    periodEnd: subscription.current_period_end,
    endsOn: subscription.ends_on,
  };
}
