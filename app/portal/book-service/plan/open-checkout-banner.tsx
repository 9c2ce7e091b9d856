import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import type { PlanCheckout } from "#domain/subscriptions/plan-checkout.ts";

type OpenCheckoutBannerProps = {
  checkout: PlanCheckout;
  tierName: string;
  /** Called when the client confirms that the checkout was not paid. */
  onNotPaid: () => void;
};

/** Shown while the payment of an opened checkout may still be confirmed. */
export function OpenCheckoutBanner({ checkout, tierName, onNotPaid }: OpenCheckoutBannerProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Banner
      tone="info"
      details="If you paid, this page shows your plan within a few minutes. If you entered an email address that isn't on your account, we link the plan to it first. Paying again would start a second plan."
      action={<Button onClick={onNotPaid}>I didn't pay</Button>}
    >
      {`The checkout for ${tierName} was opened ${formatRelativeTime(checkout.started_at, new Date(), timeZone)}.`}
    </Banner>
  );
}
