import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type OwnPlanRequest, ownPlanRequestsQuery } from "#app/api/portal/plan-requests.ts";
import {
  activeTiersQuery,
  type OwnPlan,
  ownPlansQuery,
  type SubscriptionTier,
} from "#app/api/portal/subscriptions.ts";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Layers } from "#app/ui/icons.tsx";
import {
  findCurrentPlan,
  getPlanActions,
  getPlanStatus,
  isRunningSubscription,
} from "#domain/subscriptions/plan.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { CheckoutNote } from "./checkout-note.tsx";
import { CheckoutReturn } from "./checkout-return.tsx";
import { OpenCheckoutBanner } from "./plan/open-checkout-banner.tsx";
import { PlanBanner } from "./plan/plan-banner.tsx";
import type { OpenPlanDialog, PlanDialogsProps } from "./plan/plan-dialogs.tsx";
import { useOpenCheckout } from "./plan/use-open-checkout.ts";
import { TierCard } from "./tier-card.tsx";

const SUBSCRIPTION_DETAILS = [
  "Billed monthly",
  "Cancel anytime",
  "Secure payment processing",
  "Upgrade or downgrade anytime",
];

// Loaded on demand, because most visits open no dialog.
const lazyPlanDialogs = createLazyComponent<PlanDialogsProps>(async () => {
  const { PlanDialogs } = await import("./plan/plan-dialogs.tsx");
  return PlanDialogs;
});

export function SupportPlans() {
  const { id } = useCurrentClient();
  const plansAndRequests = combineQueries(useQuery(ownPlansQuery(id)), useQuery(ownPlanRequestsQuery(id)));
  const query = combineQueries(useQuery(activeTiersQuery()), plansAndRequests);
  return (
    <Loaded
      query={query}
      errorMessage="We couldn't load the support plans."
      loading={
        <Loading text="Loading support plans...">
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        </Loading>
      }
    >
      {([tiers, [plans, requests]]) => <PlanList tiers={tiers} plans={plans} requests={requests} />}
    </Loaded>
  );
}

type PlanListProps = {
  tiers: readonly SubscriptionTier[];
  plans: readonly OwnPlan[];
  requests: readonly OwnPlanRequest[];
};

function PlanList({ tiers, plans, requests }: PlanListProps) {
  const [openDialog, setOpenDialog] = useState<OpenPlanDialog | null>(null);
  const PlanDialogs = useLazyComponent(lazyPlanDialogs, { isNeeded: openDialog !== null });
  const { confirmingCheckout, isRepeated, confirmNotPaid } = useOpenCheckout();
  const plan = findCurrentPlan(plans);
  const actions = getPlanActions(plans);
  const requestedTierIds = requests
    .filter(({ kind, status }) => kind === "change" && status === "open")
    .map(({ requested_tier_id }) => requested_tier_id);
  return (
    <div className="grid gap-6">
      <CheckoutReturn tiers={tiers} plans={plans} />
      {actions.subscribe && confirmingCheckout && (
        <OpenCheckoutBanner
          checkout={confirmingCheckout}
          tierName={tiers.find(({ id }) => id === confirmingCheckout.tier_id)?.tier_name ?? "a plan"}
          onNotPaid={confirmNotPaid}
        />
      )}
      {getPlanStatus(plans) === "duplicate" && (
        <DuplicateBanner count={plans.filter(isRunningSubscription).length} />
      )}
      {plans.map((each) => (
        <PlanBanner
          key={each.id}
          plan={each}
          openRequests={requests.filter(
            (request) => request.subscription_id === each.id && request.status === "open",
          )}
          onManage={() => setOpenDialog({ kind: "manage", plan: each })}
        />
      ))}
      {actions.subscribe && tiers.some(({ hasCheckout }) => hasCheckout) && <CheckoutNote />}
      {tiers.length === 0 ? (
        <EmptyState
          icon={<Layers className="size-6" />}
          title="No support plans yet"
          hint="Plans appear here when they're available"
        />
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {tiers.map((tier) => (
            <li key={tier.id}>
              <TierCard
                tier={tier}
                plan={plan}
                isCurrent={plans.some(({ tier_id }) => tier_id === tier.id)}
                actions={actions}
                checkout={{ isBeingConfirmed: confirmingCheckout !== null, isRepeated }}
                hasOpenChange={requestedTierIds.length > 0}
                isRequested={requestedTierIds.includes(tier.id)}
                onRequestChange={(changed) =>
                  setOpenDialog({ kind: "change", plan: changed, tierId: tier.id })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="subscription-details">
        <h2 id="subscription-details" className="mb-2 text-16">
          Subscription Details
        </h2>
        <ul className="grid list-disc grid-cols-2 gap-x-4 gap-y-1 pl-5 text-14 text-muted marker:text-faint">
          {SUBSCRIPTION_DETAILS.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      </section>
      {PlanDialogs && (
        <PlanDialogs
          openDialog={openDialog && withCurrentPlan(openDialog, plans)}
          tiers={tiers}
          requests={requests}
          actions={actions}
          onOpen={setOpenDialog}
        />
      )}
    </div>
  );
}

/** The dialog with the plan as it was last loaded, because it can change while the dialog is open. */
function withCurrentPlan(openDialog: OpenPlanDialog, plans: readonly OwnPlan[]): OpenPlanDialog {
  return { ...openDialog, plan: plans.find(({ id }) => id === openDialog.plan.id) ?? openDialog.plan };
}

function DuplicateBanner({ count }: { count: number }) {
  return (
    <Banner
      tone="warning"
      details="We've been notified and will correct it."
      action={<ButtonLink to={sectionUrl("messages")}>Send a message</ButtonLink>}
    >
      You have {formatCount(count, "plan")} and are billed for each.
    </Banner>
  );
}
