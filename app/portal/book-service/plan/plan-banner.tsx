import type { OwnPlanRequest } from "#app/api/portal/plan-requests.ts";
import type { OwnPlan } from "#app/api/portal/subscriptions.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { getNextChargeDate } from "#domain/subscriptions/plan.ts";
import { type SubscriptionStatus, subscriptionNote } from "#domain/subscriptions/subscription.ts";
import { useUpdatedAt } from "../../use-updated-at.ts";
import { OpenPlanRequest } from "./open-plan-request.tsx";
import { getPlanName } from "./plan-name.ts";

const LABELS = {
  active: "Active plan",
  past_due: "Active plan, payment past due",
  paused: "Paused plan",
  cancelled: "Cancelled plan",
} satisfies Record<SubscriptionStatus, string>;

const BORDER_CLASSES = {
  active: "border-positive/40",
  past_due: "border-negative/40",
  paused: "border-line",
  cancelled: "border-line",
} satisfies Record<SubscriptionStatus, string>;

type PlanBannerProps = { plan: OwnPlan; openRequests: readonly OwnPlanRequest[]; onManage: () => void };

/** Banner with the client's plan and its open requests. Manage opens the plan's dialog. */
export function PlanBanner({ plan, openRequests, onManage }: PlanBannerProps) {
  const updatedAt = useUpdatedAt();
  const name = getPlanName(plan);
  const nextCharge = getNextChargeDate(plan);
  const note = nextCharge ? `Next billing ${formatDate(nextCharge)}` : subscriptionNote(plan);
  return (
    <section
      aria-label={`${LABELS[plan.status]}: ${name}`}
      className={classNames(
        "grid gap-4 rounded-medium border bg-surface p-4 sm:px-5",
        BORDER_CLASSES[plan.status],
      )}
    >
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="text-13 text-muted">{LABELS[plan.status]}</p>
          <p className="wrap-break-word font-medium text-16">{name}</p>
          {note && (
            <p className="text-13 text-muted">
              {note}
              {updatedAt && <span className="max-sm:hidden"> · {updatedAt}</span>}
            </p>
          )}
        </div>
        <Button aria-haspopup="dialog" aria-label={`Manage ${name}`} onClick={onManage}>
          Manage
        </Button>
      </div>
      {openRequests.map((request) => (
        <div key={request.id} className="border-line border-t pt-3">
          <OpenPlanRequest request={request} isEnding={plan.ends_on !== null} />
        </div>
      ))}
    </section>
  );
}
