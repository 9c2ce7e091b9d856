import { useQuery } from "@tanstack/react-query";
import { clientPlansQuery } from "#app/api/admin/subscriptions.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { ClientRow } from "#domain/clients/client.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatPrice } from "#domain/money/money.ts";
import { subscriptionNote, subscriptionStatusBadge } from "#domain/subscriptions/subscription.ts";
import { SUBSCRIPTIONS_PATH } from "../shell/admin-pages.ts";

/** Card with the support plan that the client has. */
export function ClientPlans({ client }: { client: ClientRow }) {
  const plans = useQuery(clientPlansQuery(client.id));
  return (
    <Card>
      <CardHeader
        title="Support plan"
        action={
          plans.data?.length !== 0 && (
            <ButtonLink
              to={`${SUBSCRIPTIONS_PATH}?${new URLSearchParams({ search: client.company })}`}
              size="small"
              aria-label="View all subscriptions"
            >
              View all
            </ButtonLink>
          )
        }
      />
      <Loaded
        query={plans}
        errorMessage="We couldn't load the support plan."
        loading={<Loading text="Loading support plan..." rows={1} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              isSmall
              title="No support plan"
              hint="A plan appears here when the client subscribes to one in the portal"
            />
          ) : (
            <ul aria-label="Support plan" className="divide-y divide-line">
              {list.map(({ id, tierName, status, priceCents, billedCents, nextChargeDate, terms }) => {
                const { label, tone } = subscriptionStatusBadge(status);
                const note = nextChargeDate ? `Next billing ${formatDate(nextChargeDate)}` : null;
                return (
                  <li
                    key={id}
                    className="flex items-center justify-between gap-4 py-3 text-14 first:pt-0 last:pb-0"
                  >
                    <div className="min-w-0">
                      <p className="font-medium">{tierName}</p>
                      <p className="tabular text-13 text-muted">
                        {[
                          `${formatPrice(billedCents ?? priceCents)} per month`,
                          subscriptionNote(terms),
                          note,
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                      </p>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
