import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { fetchAllRows, fetchPage, type ListPage, type ListParams } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { anyColumnMatches, containsPattern } from "#app/api/client/like-pattern.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, toCents } from "#domain/money/money.ts";
import { getNextChargeDate } from "#domain/subscriptions/plan.ts";
import type { SubscriptionStatus, SubscriptionTerms } from "#domain/subscriptions/subscription.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A row of the subscription list. */
export type ListedSubscription = {
  id: string;
  clientId: string;
  company: string;
  tierName: string;
  status: SubscriptionStatus;
  priceCents: Cents;
  /** Null if no charge follows. */
  nextChargeDate: CalendarDate | null;
  /** The last day of the paid period. */
  periodEnd: CalendarDate | null;
  squareSubscriptionId: string | null;
  /** Monthly amount billed by Square if it differs from the plan's price, otherwise null. */
  billedCents: Cents | null;
  /** Whether an administrator linked the plan to the client. */
  isLinked: boolean;
  terms: SubscriptionTerms;
};

/** Columns the list can be sorted by. */
export const SUBSCRIPTION_SORT_COLUMNS = [
  "company_order",
  "tier_name",
  "status",
  "monthly_price",
  "current_period_end",
];

type SubscriptionFilter = Pick<ListParams<SubscriptionStatus>, "search" | "status">;

/** One page of subscriptions, newest first by default. `search` matches client and plan. */
export function subscriptionListQuery(params: ListParams<SubscriptionStatus>) {
  return queryOptions({
    queryKey: ["subscription-list", params],
    queryFn: async (): Promise<ListPage<ListedSubscription>> => {
      const { sort, page } = params;
      const order = sort ?? { column: "created_at", ascending: false };
      const buildQuery = await createSubscriptionQueryBuilder(params);
      const result = await fetchPage(page, (from, to) =>
        buildQuery(true)
          .order(order.column, { ascending: order.ascending, nullsFirst: false })
          .order("id")
          .range(from, to),
      );
      return { ...result, rows: result.rows.map(toListedSubscription) };
    },
    placeholderData: keepPreviousData,
  });
}

/** All subscriptions that match the filter, sorted by company. @throws {ApiError} */
export async function fetchAllSubscriptions(filter: SubscriptionFilter): Promise<ListedSubscription[]> {
  const buildQuery = await createSubscriptionQueryBuilder(filter);
  const rows = await fetchAllRows((afterId, limit) => {
    const query = buildQuery(false);
    return (afterId ? query.gt("id", afterId) : query).order("id").limit(limit);
  });
  return rows.map(toListedSubscription).sort((a, b) => a.company.localeCompare(b.company));
}

/** A client's plans that are not cancelled. More than one if Square bills several. */
export function clientPlansQuery(clientId: string) {
  return queryOptions({
    queryKey: ["subscription-list", "client", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const rows = unwrap(
        await supabase
          .from("subscription_list")
          .select("*")
          .eq("client_id", clientId)
          .neq("status", "cancelled")
          .order("created_at", { ascending: false })
          .order("id"),
      );
      return rows.map(toListedSubscription);
    },
  });
}

/** Every subscription whose payment is late, sorted by company. */
export function pastDueSubscriptionsQuery() {
  return queryOptions({
    queryKey: ["subscription-list", "past-due"],
    queryFn: () => fetchAllSubscriptions({ search: "", status: "past_due" }),
  });
}

/** Totals across all subscriptions. Revenue is in cents per month. */
export function subscriptionTotalsQuery() {
  return queryOptions({
    queryKey: ["subscription-totals"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const [totals] = unwrap(await supabase.rpc("subscription_totals"));
      return {
        count: totals?.subscription_count ?? 0,
        active: totals?.active_count ?? 0,
        monthlyRevenueCents: toCents(totals?.monthly_revenue),
        running: totals?.running_count ?? 0,
        cancelled: totals?.cancelled_count ?? 0,
      };
    },
  });
}

async function createSubscriptionQueryBuilder({ search, status }: SubscriptionFilter) {
  const supabase = await getSupabase("admin");
  return (withCount: boolean) => {
    let query = supabase.from("subscription_list").select("*", withCount ? { count: "exact" } : {});
    if (status) {
      query = query.eq("status", status);
    }
    if (search.trim()) {
      query = query.or(anyColumnMatches(["company", "tier_name"], containsPattern(search.trim())));
    }
    return query;
  };
}

function toListedSubscription(row: Tables<"subscription_list">): ListedSubscription {
  return {
    id: row.id,
    clientId: row.client_id,
    company: row.company,
    tierName: row.tier_name,
    status: row.status,
    priceCents: toCents(row.monthly_price),
    nextChargeDate: getNextChargeDate(row),
    periodEnd: row.current_period_end,
    squareSubscriptionId: row.square_subscription_id,
    isLinked: row.linked_at !== null,
    billedCents: row.billed_price === null ? null : toCents(row.billed_price),
    terms: {
      status: row.status,
      square_status: row.square_status,
      starts_on: row.starts_on,
      ends_on: row.ends_on,
    },
  };
}
