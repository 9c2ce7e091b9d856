import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { unmatchedSubscriptionsQuery } from "#app/api/admin/unmatched-subscriptions.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDollars } from "#domain/money/money.ts";
import { payerLabel, unmatchedPlanTitle } from "#domain/subscriptions/unmatched-subscription.ts";
import { LinkPlanDialog } from "./link-plan-dialog.tsx";

/** URL parameter with the plan to link. */
const LINK_PARAM = "link";

/** One warning per plan that was paid by someone who matches no client. Renders nothing if there are none. */
export function UnmatchedPlansNotice() {
  const { data: subscriptions = [] } = useQuery(unmatchedSubscriptionsQuery());
  const [params, setParams] = useSearchParams();
  const selected = subscriptions.find(({ id }) => id === params.get(LINK_PARAM));
  const select = (id: string | null) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(LINK_PARAM);
        if (id !== null) {
          next.set(LINK_PARAM, id);
        }
        return next;
      },
      { replace: true },
    );
  const today = firmToday(new Date());
  if (subscriptions.length === 0) {
    return null;
  }
  return (
    <div className="mb-6 grid gap-3">
      {subscriptions.map((subscription) => {
        const { id, tierName, monthlyCents, starts_on } = subscription;
        const preposition = starts_on && starts_on > today ? "from" : "since";
        const since = starts_on ? ` ${preposition} ${formatDate(starts_on)}` : "";
        return (
          <Banner
            key={id}
            tone="negative"
            details={`${tierName}, ${formatDollars(monthlyCents)} per month${since}. No client sees this plan or its invoices.`}
            action={
              <Button
                size="small"
                aria-label={`Link plan: ${payerLabel(subscription)}`}
                onClick={() => select(id)}
              >
                Link plan
              </Button>
            }
          >
            {`${unmatchedPlanTitle(subscription)}: ${payerLabel(subscription)}.`}
          </Banner>
        );
      })}
      {selected && <LinkPlanDialog key={selected.id} subscription={selected} onClose={() => select(null)} />}
    </div>
  );
}
