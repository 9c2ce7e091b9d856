import type { UnmatchedSubscription } from "#app/api/admin/unmatched-subscriptions.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDollars } from "#domain/money/money.ts";
import { payerLabel } from "#domain/square/payer.ts";
import { isDismissed } from "#domain/subscriptions/unmatched-subscription.ts";
import { useDismissal } from "./use-dismissal.ts";

type UnmatchedPlanRowProps = { subscription: UnmatchedSubscription; onLink: () => void };

/** A plan that was paid by someone who matches no client, with its actions. */
export function UnmatchedPlanRow({ subscription, onLink }: UnmatchedPlanRowProps) {
  const { confirmDismissal, restore, isPending } = useDismissal(subscription);
  const { tierName, monthlyCents, starts_on } = subscription;
  const payer = payerLabel(subscription);
  const preposition = starts_on && starts_on > firmToday(new Date()) ? "from" : "since";
  const since = starts_on ? ` ${preposition} ${formatDate(starts_on)}` : "";
  const details = `${tierName}, ${formatDollars(monthlyCents)} per month${since}`;
  const isHidden = isDismissed(subscription);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-14 first:pt-0 last:pb-0">
      <div className="wrap-anywhere min-w-0 flex-1 basis-64">
        <p className="font-medium">{isHidden ? `Dismissed: ${payer}` : payer}</p>
        <p className="text-13 text-muted">{details}</p>
      </div>
      {isHidden ? (
        <Button size="small" aria-label={`Restore plan: ${payer}`} busy={isPending} onClick={restore}>
          Restore plan
        </Button>
      ) : (
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
      )}
    </li>
  );
}
