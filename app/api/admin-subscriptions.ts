import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { everyRow, type ListPage, type ListWanted, listPage } from "#app/api/admin-list.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import { anyOf, containing } from "#app/api/like-pattern.ts";
import { toCents } from "#domain/money.ts";
import type { SubscriptionTerms } from "#domain/subscription.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A subscription as the administrator's list shows it. */
export type ListedSubscription = {
  id: string;
  clientId: string;
  company: string;
  tierName: string;
  status: string;
  priceCents: number;
  currentPeriodEnd: string | null;
  squareSubscriptionId: string | null;
  /** What Square bills a month instead of the tier's price; null where it bills that. */
  billedCents: number | null;
  terms: SubscriptionTerms;
};

/** Columns the list can be ordered by, beside its own order: the newest first. */
export const SUBSCRIPTION_SORTS = [
  "company_order",
  "tier_name",
  "status",
  "monthly_price",
  "current_period_end",
];

type Narrowed = Pick<ListWanted, "search" | "status">;

/** One page of the subscriptions, the newest first unless `sort` says otherwise; `search` looks into client and tier. */
export function subscriptionList(wanted: ListWanted) {
  return queryOptions({
    queryKey: ["subscription-list", wanted],
    queryFn: async (): Promise<ListPage<ListedSubscription>> => {
      const { sort, page } = wanted;
      const order = sort ?? { column: "created_at", ascending: false };
      const narrowed = await subscriptionsLike(wanted);
      const found = await listPage(page, (from, to) =>
        narrowed(true)
          .order(order.column, { ascending: order.ascending, nullsFirst: false })
          .order("id")
          .range(from, to),
      );
      return { ...found, rows: found.rows.map(listed) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Every subscription the list would show on all its pages, by company. @throws ApiFailure */
export async function everySubscription(wanted: Narrowed): Promise<ListedSubscription[]> {
  const narrowed = await subscriptionsLike(wanted);
  const rows = await everyRow((after, limit) => {
    const all = narrowed(false);
    return (after ? all.gt("id", after) : all).order("id").limit(limit);
  });
  return rows.map(listed).sort((one, other) => one.company.localeCompare(other.company));
}

/** The figures above the list, over all subscriptions. Revenue in cents a month. */
export function subscriptionTotals() {
  return queryOptions({
    queryKey: ["subscription-totals"],
    queryFn: async () => {
      const admin = await backend("admin");
      const [totals] = dataOf(await admin.rpc("subscription_totals"));
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

async function subscriptionsLike({ search, status }: Narrowed) {
  const admin = await backend("admin");
  return (counted: boolean) => {
    let wanted = admin.from("subscription_list").select("*", counted ? { count: "exact" } : {});
    if (status) wanted = wanted.eq("status", status);
    if (search.trim()) wanted = wanted.or(anyOf(["company", "tier_name"], containing(search.trim())));
    return wanted;
  };
}

function listed(row: Tables<"subscription_list">): ListedSubscription {
  return {
    id: row.id ?? "",
    clientId: row.client_id ?? "",
    company: row.company ?? "",
    tierName: row.tier_name ?? "",
    status: row.status ?? "",
    priceCents: toCents(row.monthly_price),
    currentPeriodEnd: row.current_period_end,
    squareSubscriptionId: row.square_subscription_id,
    billedCents: row.billed_price === null ? null : toCents(row.billed_price),
    terms: {
      status: row.status ?? "",
      square_status: row.square_status,
      starts_on: row.starts_on,
      ends_on: row.ends_on,
    },
  };
}
