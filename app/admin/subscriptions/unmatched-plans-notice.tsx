import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { unmatchedSubscriptionsQuery } from "#app/api/admin/unmatched-subscriptions.ts";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { KeepFocus } from "#app/ui/keep-focus.tsx";
import { isDismissed } from "#domain/subscriptions/unmatched-subscription.ts";
import { LinkPlanDialog } from "./link-plan-dialog.tsx";
import { UnmatchedPlanBanner } from "./unmatched-plan-banner.tsx";

/** URL parameter with the plan to link. */
const LINK_PARAM = "link";

type Filter = "waiting" | "dismissed";

/** One warning per plan that was paid by someone who matches no client, and the dismissed plans. Renders nothing if there are none. */
export function UnmatchedPlansNotice() {
  const { data: subscriptions = [] } = useQuery(unmatchedSubscriptionsQuery());
  const [filter, setFilter] = useState<Filter>("waiting");
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
  const dismissed = subscriptions.filter(isDismissed);
  const waiting = subscriptions.filter((subscription) => !isDismissed(subscription));
  if (filter === "dismissed" && dismissed.length === 0) {
    // The last one was restored, so the filter is no longer shown.
    setFilter("waiting");
  }
  if (subscriptions.length === 0) {
    return null;
  }
  return (
    <KeepFocus>
      <section aria-label="Plans without a client" className="mb-6 grid gap-3">
        {dismissed.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-16">Plans without a client</h2>
            <UnlabeledSelect
              aria-label="Filter plans without a client"
              value={filter}
              onChange={({ target }) => setFilter(target.value === "dismissed" ? "dismissed" : "waiting")}
              options={[
                { value: "waiting", label: `Needs a client (${waiting.length})` },
                { value: "dismissed", label: `Dismissed (${dismissed.length})` },
              ]}
            />
          </div>
        )}
        {(filter === "dismissed" ? dismissed : waiting).map((subscription) => (
          <UnmatchedPlanBanner
            key={subscription.id}
            subscription={subscription}
            onLink={() => select(subscription.id)}
          />
        ))}
        {selected && (
          <LinkPlanDialog key={selected.id} subscription={selected} onClose={() => select(null)} />
        )}
      </section>
    </KeepFocus>
  );
}
