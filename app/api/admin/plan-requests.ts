import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

const COLUMNS =
  "id, client_id, kind, note, effective_on, status, answer, created_at, answered_at, clients(company), subscription_tiers(tier_name), client_subscriptions(id, status, current_period_end, ends_on, subscription_tiers(tier_name))";
/** Answered requests shown below the open ones. */
const MAX_ANSWERED = 5;

/** Poll, because the sidebar's badge and the warnings stay on screen. */
const POLL_INTERVAL_MS = 60_000;

/** Query key prefix for all data about plan requests. */
export const PLAN_REQUESTS_KEY = "plan-requests";

async function fetchPlanRequests(status: "open" | "answered") {
  const supabase = await getSupabase("admin");
  const query = supabase.from("plan_requests").select(COLUMNS).eq("status", status);
  return unwrap(
    await (status === "open"
      ? query.order("created_at")
      : query.order("answered_at", { ascending: false }).limit(MAX_ANSWERED)),
  );
}

export type ListedPlanRequest = Awaited<ReturnType<typeof fetchPlanRequests>>[number];

/** All open plan requests, oldest first, and the latest answered ones. */
export function planRequestsQuery() {
  return queryOptions({
    queryKey: [PLAN_REQUESTS_KEY, "list"],
    queryFn: async () => {
      const [open, answered] = await Promise.all([fetchPlanRequests("open"), fetchPlanRequests("answered")]);
      return { open, answered };
    },
  });
}

/** Number of open plan requests. */
export function openPlanRequestCountQuery() {
  return queryOptions({
    queryKey: [PLAN_REQUESTS_KEY, "count"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const response = await supabase
        .from("plan_requests")
        .select("id", { count: "exact", head: true })
        .eq("status", "open");
      unwrap(response);
      return response.count ?? 0;
    },
    refetchInterval: POLL_INTERVAL_MS,
  });
}

async function fetchDuplicatePlans() {
  const supabase = await getSupabase("admin");
  return unwrap(
    await supabase
      .from("duplicate_plans")
      .select("client_id, plan_count, since, clients(company)")
      .order("since"),
  );
}

export type DuplicatePlan = Awaited<ReturnType<typeof fetchDuplicatePlans>>[number];

/** Clients that are billed for more than one plan, longest affected first. */
export function duplicatePlansQuery() {
  return queryOptions({
    queryKey: ["duplicate-plans"],
    queryFn: fetchDuplicatePlans,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Answers a request and emails the client. @throws {ApiError} 409 if it is no longer open. */
export async function answerPlanRequest(id: string, answer: string): Promise<void> {
  await readJson(adminApi["plan-requests"][":id"].answer.$post({ param: { id }, json: { answer } }));
}
