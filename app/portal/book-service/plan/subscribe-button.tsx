import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#app/api/client/api-error.ts";
import { ownCheckoutsQuery, startPlanCheckout } from "#app/api/portal/plan-requests.ts";
import { ownPlansQuery, type SubscriptionTier } from "#app/api/portal/subscriptions.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { ExternalLink } from "#app/ui/icons.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import { useCurrentClient } from "../../current-client.ts";

const CHECKOUT_NOTICE_MS = 3000;

/** `tab` is the tab for the checkout, or null if the browser blocked it. */
type CheckoutTab = { tab: Window | null; isRepeated: boolean };

/**
 * Opens Square's checkout in a new tab. The server returns the link only to a client without a plan, because the client
 * may have subscribed in another tab since this page was loaded. `isRepeated` confirms that the last checkout was not paid.
 * Otherwise, if the server reports an open checkout, a dialog asks the client to confirm that.
 */
export function SubscribeButton({ tier, isRepeated }: { tier: SubscriptionTier; isRepeated: boolean }) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const checkout = useMutation({
    mutationFn: async ({ tab, ...options }: CheckoutTab) =>
      openCheckout(await startPlanCheckout(tier.id, options.isRepeated), tab),
    onError: (error, { tab }) => {
      tab?.close();
      if (error instanceof ApiError && error.code === "checkout_open") {
        void confirmRepeated();
      } else {
        showToast(errorMessage(error, "We couldn't open the checkout. Try again."), { tone: "negative" });
      }
      void queryClient.invalidateQueries({ queryKey: ownPlansQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ownCheckoutsQuery(id).queryKey });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownCheckoutsQuery(id).queryKey }),
  });

  function subscribe(options: Pick<CheckoutTab, "isRepeated">) {
    showToast(`Opening checkout for ${tier.tier_name} in a new tab.`, {
      duration: CHECKOUT_NOTICE_MS,
      tone: "info",
    });
    // Browsers block a tab that is not opened directly by a click.
    checkout.mutate({ tab: window.open("", "_blank"), ...options });
  }

  async function confirmRepeated() {
    const isRepeatConfirmed = await confirm({
      text: "Your last checkout isn't confirmed yet. If you paid, your plan appears here within a few minutes. Paying again would start a second plan.",
      confirmLabel: "Continue to checkout",
      tone: "primary",
    });
    if (isRepeatConfirmed) {
      subscribe({ isRepeated: true });
    }
  }

  return (
    <Button
      tone={tier.is_popular ? "primary" : "secondary"}
      aria-label={`Subscribe Now to ${tier.tier_name} (opens in a new tab)`}
      disabled={checkout.isPending}
      onClick={() => subscribe({ isRepeated })}
    >
      <span className="inline-flex items-center gap-2">
        Subscribe Now
        <ExternalLink aria-hidden="true" className="size-3.5" />
      </span>
    </Button>
  );
}

/** Opens the checkout in the prepared tab, or in this one if the browser blocked the tab. */
function openCheckout(address: string, tab: Window | null): void {
  const url = safePaymentUrl(address);
  if (!url) {
    throw new Error("the checkout link is not a Square link");
  }
  if (tab) {
    tab.opener = null;
    tab.location.replace(url);
  } else {
    window.location.assign(url);
  }
}
