import type { SubscriptionTier } from "#app/api/portal/subscriptions.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Tag } from "#app/ui/feedback/badge.tsx";
import { Check, ExternalLink } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { safePaymentUrl } from "#domain/invoices/payment-link.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";

const CHECKOUT_NOTICE_MS = 3000;

type TierCardProps = { tier: SubscriptionTier; current: SubscriptionTier | null };

export function TierCard({ tier, current }: TierCardProps) {
  const isCurrent = current?.id === tier.id;
  return (
    <article
      className={classNames(
        "flex h-full flex-col gap-4 rounded-medium border bg-surface p-4 sm:p-5",
        isCurrent ? "border-accent/60" : "border-line",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="text-18">{tier.tier_name}</h2>
        {isCurrent ? <Tag>CURRENT</Tag> : tier.is_popular && <Tag>Popular</Tag>}
      </div>
      <p>
        <span className="tabular font-semibold text-28 tracking-tight">
          {formatDollars(toCents(tier.monthly_price))}
        </span>{" "}
        <span className="text-14 text-muted">per month</span>
      </p>
      <ul className="grid gap-2 text-14">
        {tier.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-2">
        <SubscribeAction tier={tier} isCurrent={isCurrent} />
        {current && !isCurrent && (
          <p className="text-center text-13 text-muted">{planChangeHint(tier, current)}</p>
        )}
      </div>
    </article>
  );
}

function SubscribeAction({ tier, isCurrent }: { tier: SubscriptionTier; isCurrent: boolean }) {
  const showToast = useToast();
  const checkoutUrl = safePaymentUrl(tier.square_checkout_url);
  if (isCurrent) {
    return <Button disabled>Current Plan</Button>;
  }
  if (!checkoutUrl) {
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
  return (
    <ButtonLink
      to={checkoutUrl}
      tone={tier.is_popular ? "primary" : "secondary"}
      aria-label={`Subscribe Now to ${tier.tier_name} (opens in a new tab)`}
      onClick={() =>
        showToast(`Opening checkout for ${tier.tier_name} in a new tab.`, {
          duration: CHECKOUT_NOTICE_MS,
          tone: "info",
        })
      }
    >
      Subscribe Now
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </ButtonLink>
  );
}

function planChangeHint(tier: SubscriptionTier, current: SubscriptionTier): string {
  return toCents(tier.monthly_price) > toCents(current.monthly_price)
    ? "Upgrade your plan"
    : "Downgrade to this plan";
}
