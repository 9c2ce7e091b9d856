import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ExternalLink } from "#app/ui/icons.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { buildSquareUrl } from "#domain/square/square-link.ts";
import { RecordName } from "../lists/record-name.tsx";
import { DATE_ORDERS, type ListColumn } from "../lists/sortable-columns.tsx";
import { ChangeClientButton } from "./change-client-button.tsx";
import { MonthlyPrice } from "./monthly-price.tsx";
import { PlanEndingActions } from "./plan-ending-actions.tsx";
import { SubscriptionStatus } from "./subscription-status.tsx";

/**
 * @param template URL template for a subscription's page in Square, which requires a seller sign-in
 * @param planCounts number of plans of each client that is billed for more than one, by the client's id
 */
export const createSubscriptionColumns = (
  template: string | null,
  planCounts: ReadonlyMap<string, number>,
): ReadonlyArray<ListColumn<ListedSubscription>> => [
  {
    key: "client",
    header: "Client",
    sort: "company_order",
    cell: ({ company, clientId }) => <RecordName to={`/admin/clients/${clientId}`} name={company} />,
  },
  { key: "tier", header: "Tier", sort: "tier_name", cell: ({ tierName }) => tierName },
  {
    key: "status",
    header: "Status",
    sort: "status",
    cell: (subscription) => <SubscriptionStatus {...{ subscription, planCounts }} />,
  },
  {
    key: "mrr",
    header: "MRR",
    sort: "monthly_price",
    align: "end",
    cell: (subscription) => <MonthlyPrice subscription={subscription} />,
  },
  {
    key: "next",
    header: "Next Billing",
    sort: "current_period_end",
    sortOrders: DATE_ORDERS,
    cell: ({ nextChargeDate }) => (
      <span className="tabular whitespace-nowrap">{formatDate(nextChargeDate)}</span>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: (subscription, layout) => {
      const { squareSubscriptionId, company, terms } = subscription;
      const squareUrl = squareSubscriptionId && buildSquareUrl(template, squareSubscriptionId);
      return (
        <div className="flex flex-wrap items-start gap-2 lg:justify-end">
          {squareSubscriptionId && <PlanEndingActions plan={{ ...subscription, endsOn: terms.ends_on }} />}
          {subscription.isLinked && <ChangeClientButton subscription={subscription} />}
          {squareUrl && (
            <ButtonLink
              to={squareUrl}
              size="small"
              tone={layout === "table" ? "quiet" : "secondary"}
              aria-label={`View in Square: ${company} (opens in a new tab)`}
              icon={<ExternalLink aria-hidden="true" className="size-4" />}
              className="whitespace-nowrap"
            >
              View in Square
            </ButtonLink>
          )}
        </div>
      );
    },
  },
];
