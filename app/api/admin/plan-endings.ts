import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { EndPlan, KeepPlan } from "#domain/subscriptions/plan-ending.ts";

/** Applies while a request is being sent to Square. */
const POLL_INTERVAL_MS = 2000;
/** Failures that are not among the newest requests are not shown. */
const MAX_ENDINGS = 200;

async function fetchPlanEndings() {
  const supabase = await getSupabase("admin");
  const endings = unwrap(
    await supabase
      .from("plan_endings")
      .select(
        "id, subscription_id, kind, status, problem, created_at, finished_at, clients(company), client_subscriptions!inner(status, ends_on)",
      )
      // Excludes plans that have been unlinked.
      .not("subscription_id", "is", null)
      .order("created_at", { ascending: false })
      .limit(MAX_ENDINGS),
  );
  // The newest one per plan is the current one.
  return new Map(
    endings
      .toReversed()
      .flatMap((ending) => (ending.subscription_id ? [[ending.subscription_id, ending] as const] : [])),
  );
}

export type ListedPlanEnding =
  Awaited<ReturnType<typeof fetchPlanEndings>> extends Map<string, infer Ending> ? Ending : never;

/** The newest request to end or keep each plan, by the subscription's id. */
export function planEndingsQuery() {
  return queryOptions({
    queryKey: ["plan-endings"],
    queryFn: fetchPlanEndings,
    refetchInterval: ({ state }) =>
      [...(state.data?.values() ?? [])].some(({ status }) => status === "pending") ? POLL_INTERVAL_MS : false,
  });
}

/** Ends a plan in Square after the paid period. @throws {ApiError} 409 if it can't be ended here */
export async function endPlan(subscriptionId: string, input: EndPlan): Promise<void> {
  await readJson(adminApi.subscriptions[":id"].end.$post({ param: { id: subscriptionId }, json: input }));
}

/** Undoes the scheduled end of a plan. @throws {ApiError} 409 if it has none, or the client's request was answered */
export async function keepPlan(subscriptionId: string, input: KeepPlan): Promise<void> {
  await readJson(adminApi.subscriptions[":id"].keep.$post({ param: { id: subscriptionId }, json: input }));
}
