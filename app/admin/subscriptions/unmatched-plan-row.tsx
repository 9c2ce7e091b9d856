import type { UnmatchedSubscription } from "#app/api/admin/unmatched-subscriptions.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDollars } from "#domain/money/money.ts";
import { isDismissed, payerLabel, unmatchedPlanTitle } from "#domain/subscriptions/unmatched-subscription.ts";
import { useDismissal } from "./use-dismissal.ts";

type UnmatchedPlanBannerProps = { subscription: UnmatchedSubscription; onLink: () => void };

/** A plan that was paid by someone who matches no client, with its actions. */
export function UnmatchedPlanBanner({ subscription, onLink }: UnmatchedPlanBannerProps) {
  const { confirmDismissal, restore, isPending } = useDismissal(subscription);
  const { tierName, monthlyCents, starts_on } = subscription;
  const payer = payerLabel(subscription);
  const preposition = starts_on && starts_on > firmToday(new Date()) ? "from" : "since";
  const since = starts_on ? ` ${preposition} ${formatDate(starts_on)}` : "";
  const details = `${tierName}, ${formatDollars(monthlyCents)} per month${since}.`;
  if (isDismissed(subscription)) {
    return (
      <Banner
        tone="neutral"
        details={details}
        action={
          <Button size="small" aria-label={`Restore plan: ${payer}`} busy={isPending} onClick={restore}>
            Restore plan
          </Button>
        }
      >
        {`Dismissed: ${payer}.`}
      </Banner>
    );
  }
  return (
    <Banner
      tone="negative"
      details={`${details} No client sees this plan or its invoices.`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-label={`Link plan: ${payer}`} onClick={onLink}>
            Link plan
          </Button>
          <Button
            size="small"
            tone="quiet"
            aria-label={`Dismiss plan: ${payer}`}
            busy={isPending}
            onClick={confirmDismissal}
          >
            Dismiss plan
          </Button>
        </div>
      }
    >
      {`${unmatchedPlanTitle(subscription)}: ${payer}.`}
    </Banner>
  );
}
