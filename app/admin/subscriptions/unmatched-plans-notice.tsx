import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unmatchedSubscriptionsQuery } from "#app/api/admin/unmatched-subscriptions.ts";
import { useUrlParams } from "#app/components/use-url-params.ts";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { CircleAlert } from "#app/ui/icons.tsx";
import { KeepFocus } from "#app/ui/keep-focus.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { isDismissed } from "#domain/subscriptions/unmatched-subscription.ts";
import { LinkPlanDialog } from "./link-plan-dialog.tsx";
import { UnmatchedPlanRow } from "./unmatched-plan-row.tsx";

/** URL parameter with the plan to link. */
const LINK_PARAM = "link";

type Filter = "waiting" | "dismissed";

/** The plans that were paid by someone who matches no client, and the dismissed plans. Renders nothing if there are none. */
export function UnmatchedPlansNotice() {
  const { data: subscriptions = [] } = useQuery(unmatchedSubscriptionsQuery());
  const [filter, setFilter] = useState<Filter>("waiting");
  const { params, changeParams } = useUrlParams();
  const selected = subscriptions.find(({ id }) => id === params.get(LINK_PARAM));
  const select = (id: string | null) => changeParams({ [LINK_PARAM]: id ?? "" }, { replace: true });
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
      <Card aria-labelledby="unmatched-plans" className="mb-6">
        <CardHeader
          title={
            <span id="unmatched-plans" className="inline-flex items-center gap-2">
              {waiting.length > 0 && (
                <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-negative" />
              )}
              Plans without a client
            </span>
          }
          subtitle={
            waiting.length > 0
              ? "No client sees these plans or their invoices. Link each plan to a client, or dismiss it."
              : "All of these plans are dismissed"
          }
          action={
            dismissed.length > 0 && (
              <UnlabeledSelect
                aria-label="Filter plans without a client"
                value={filter}
                onChange={({ target }) => setFilter(target.value === "dismissed" ? "dismissed" : "waiting")}
                options={[
                  { value: "waiting", label: `Needs a client (${waiting.length})` },
                  { value: "dismissed", label: `Dismissed (${dismissed.length})` },
                ]}
              />
            )
          }
        />
        <ul aria-labelledby="unmatched-plans" className="divide-y divide-line">
          {(filter === "dismissed" ? dismissed : waiting).map((subscription) => (
            <UnmatchedPlanRow
              key={subscription.id}
              subscription={subscription}
              onLink={() => select(subscription.id)}
            />
          ))}
        </ul>
        {selected && (
          <LinkPlanDialog key={selected.id} subscription={selected} onClose={() => select(null)} />
        )}
      </Card>
    </KeepFocus>
  );
}
