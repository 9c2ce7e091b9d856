import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ownCheckoutsQuery } from "#app/api/portal/plan-requests.ts";
import { ownPlansQuery } from "#app/api/portal/subscriptions.ts";
import { findOpenCheckout, isBeingConfirmed } from "#domain/subscriptions/plan-checkout.ts";
import { useCurrentClient } from "../../current-client.ts";

const POLL_INTERVAL_MS = 10_000;

/**
 * Returns the client's checkout whose payment is being confirmed. Polls until no checkout is open. `isRepeated` is set after
 * the client confirmed that the open checkout was not paid.
 */
export function useOpenCheckout() {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const [unpaidCheckout, setUnpaidCheckout] = useState<string | null>(null);
  const checkouts = useQuery({
    ...ownCheckoutsQuery(id),
    refetchInterval: ({ state }) =>
      findOpenCheckout(state.data ?? [], new Date()) ? POLL_INTERVAL_MS : false,
  }).data;
  const now = new Date();
  const openCheckout = findOpenCheckout(checkouts ?? [], now);
  const lastConfirmedAt = checkouts
    ?.map(({ confirmed_at }) => confirmed_at ?? "")
    .toSorted()
    .at(-1);
  useEffect(() => {
    if (lastConfirmedAt) {
      void queryClient.invalidateQueries({ queryKey: ownPlansQuery(id).queryKey });
    }
  }, [queryClient, id, lastConfirmedAt]);
  const isRepeated = openCheckout !== null && openCheckout.started_at === unpaidCheckout;
  return {
    confirmingCheckout:
      openCheckout && !isRepeated && isBeingConfirmed(openCheckout, now) ? openCheckout : null,
    isRepeated,
    confirmNotPaid: () => setUnpaidCheckout(openCheckout?.started_at ?? null),
  };
}
