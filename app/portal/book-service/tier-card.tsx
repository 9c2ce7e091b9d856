import type { OwnPlan, SubscriptionTier } from "#app/api/portal/subscriptions.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Tag } from "#app/ui/feedback/badge.tsx";
import { Check } from "#app/ui/icons.tsx";
import { Disclosure } from "#app/ui/layout/disclosure.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { brand } from "#brand";
import { formatPrice, toCents } from "#domain/money/money.ts";
import type { PlanActions } from "#domain/subscriptions/plan.ts";
import { SubscribeButton } from "./plan/subscribe-button.tsx";

type CheckoutState = {
  /** Whether the payment of an opened checkout is being confirmed. */
  isBeingConfirmed: boolean;
  /** Whether the client confirmed that the open checkout was not paid. */
  isRepeated: boolean;
};

type TierCardProps = {
  tier: SubscriptionTier;
  /** The client's plan. It may be on this tier or on another one. */
  plan: OwnPlan | null;
  isCurrent: boolean;
  actions: PlanActions;
  checkout: CheckoutState;
  /** Whether the client has requested a change to any tier. */
  hasOpenChange: boolean;
  /** Whether the client has requested a change to this tier. */
  isRequested: boolean;
  onRequestChange: (plan: OwnPlan) => void;
};

export function TierCard(props: TierCardProps) {
  const { tier, plan, isCurrent } = props;
  return (
    <article
      className={classNames(
        "flex h-full flex-col gap-2 rounded-medium border bg-surface p-4 sm:gap-4 sm:p-5",
        isCurrent ? "border-accent/60" : "border-line",
      )}
    >
      {/* One row on phones, two on wider screens. */}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-2 sm:w-full sm:justify-between">
          <h2 className="text-18">{tier.tier_name}</h2>
          {isCurrent ? <Tag>CURRENT</Tag> : tier.is_popular && <Tag>Popular</Tag>}
        </div>
        <p>
          <span className="tabular font-semibold text-18 tracking-tight sm:text-28">
            {formatPrice(toCents(tier.monthly_price))}
          </span>{" "}
          <span className="text-13 text-muted sm:text-14">per month</span>
        </p>
      </div>
      <Features features={tier.features} />
      <div className="mt-auto grid gap-2">
        <TierAction {...props} />
        {plan?.subscription_tiers && (
          // Empty for the current plan, so that the buttons of all plans are at the same height.
          <p className="min-h-5 text-center text-13 text-muted max-sm:empty:hidden">
            {!isCurrent && getHint(props, plan.subscription_tiers)}
          </p>
        )}
      </div>
    </article>
  );
}

/** The features of a plan. Collapsed on phones, so that the plans can be compared without scrolling. */
function Features({ features }: { features: readonly string[] }) {
  const isPhone = useMediaQuery("(width < 40rem)");
  const list = (
    <ul className="grid gap-2 text-14">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
          {feature}
        </li>
      ))}
    </ul>
  );
  return isPhone ? <Disclosure summary={`What's included (${features.length})`}>{list}</Disclosure> : list;
}

function TierAction({
  tier,
  plan,
  isCurrent,
  actions,
  checkout,
  hasOpenChange,
  isRequested,
  onRequestChange,
}: TierCardProps) {
  if (isCurrent) {
    return <Button disabled>Current Plan</Button>;
  }
  if (plan && actions.requestChange) {
    return (
      <Button
        disabled={hasOpenChange}
        aria-label={`${isRequested ? "Change requested" : "Request change"}: ${tier.tier_name}`}
        onClick={() => onRequestChange(plan)}
      >
        {isRequested ? "Change requested" : "Request change"}
      </Button>
    );
  }
  if (!actions.subscribe) {
    return null;
  }
  if (!tier.hasCheckout) {
    return <ContactLink tier={tier} />;
  }
  return checkout.isBeingConfirmed ? (
    <Button disabled aria-label={`Confirming payment: ${tier.tier_name}`}>
      Confirming payment...
    </Button>
  ) : (
    <SubscribeButton tier={tier} isRepeated={checkout.isRepeated} />
  );
}

function ContactLink({ tier }: { tier: SubscriptionTier }) {
  return (
    <p className="grid min-h-10 place-items-center text-14">
      <a
        href={`mailto:${brand.contactEmail}?subject=${encodeURIComponent(`Subscribe to ${tier.tier_name}`)}`}
        className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
      >
        Contact us to subscribe
      </a>
    </p>
  );
}

function getHint(
  { tier, hasOpenChange, isRequested }: TierCardProps,
  current: Pick<SubscriptionTier, "monthly_price">,
): string {
  if (hasOpenChange) {
    return isRequested ? "We'll reply within 24 hours" : "Withdraw your request to choose this plan";
  }
  return planChangeHint(tier, current);
}

function planChangeHint(tier: SubscriptionTier, current: Pick<SubscriptionTier, "monthly_price">): string {
  return toCents(tier.monthly_price) > toCents(current.monthly_price)
    ? "Upgrade your plan"
    : "Downgrade to this plan";
}
