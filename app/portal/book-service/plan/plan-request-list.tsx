import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type OwnPlanRequest,
  ownPlanRequestsQuery,
  withdrawPlanRequest,
} from "#app/api/portal/plan-requests.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { planRequestStatusBadge, planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import { useCurrentClient } from "../../current-client.ts";

/** Answered requests shown, newest first. */
const MAX_ANSWERED = 2;

/** Open requests, which can be withdrawn, and the latest answers. Renders nothing without requests. */
export function PlanRequestList({ requests }: { requests: readonly OwnPlanRequest[] }) {
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
        {[...open, ...answered].map((request) => (
          <PlanRequestItem key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function PlanRequestItem({ request }: { request: OwnPlanRequest }) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const withdraw = useMutation({
    mutationFn: () => withdrawPlanRequest(request.id),
    onSuccess: () => showToast("Request withdrawn"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownPlanRequestsQuery(id).queryKey }),
  });
  const title = planRequestTitle({ ...request, tierName: request.subscription_tiers?.tier_name ?? null });
  const { label, tone } = planRequestStatusBadge(request.status);
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {request.answer ? (
        <>
          <p className="whitespace-pre-wrap wrap-break-word">{request.answer}</p>
          {request.answered_at && (
            <p className="text-13 text-muted">Answered {formatInstantDate(request.answered_at, timeZone)}</p>
          )}
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-13 text-muted">
            Requested {formatInstantDate(request.created_at, timeZone)}. We'll reply within 24 hours.
          </p>
          <Button
            size="small"
            aria-label={`Withdraw request: ${title}`}
            busy={withdraw.isPending}
            busyLabel="Withdrawing..."
            onClick={() => withdraw.mutate()}
          >
            Withdraw
          </Button>
        </div>
      )}
      {withdraw.error && (
        <Banner tone="negative" urgent>
          {errorMessage(withdraw.error, "We couldn't withdraw the request. Try again.")}
        </Banner>
      )}
    </li>
  );
}
