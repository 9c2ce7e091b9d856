import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { userApi } from "#app/api/client/user-api.ts";
import type { PlanRequest } from "#domain/subscriptions/plan-request.ts";

const api = userApi.client.client;

async function fetchOwnPlanRequests(clientId: string) {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
      .from("plan_requests")
      .select(
        "id, kind, subscription_id, requested_tier_id, effective_on, note, status, answer, created_at, answered_at, subscription_tiers(tier_name)",
      )
      .eq("client_id", clientId)
      .order("created_at", { ascending: false }),
  );
}

export type OwnPlanRequest = Awaited<ReturnType<typeof fetchOwnPlanRequests>>[number];

/** A client's plan requests, newest first. */
export function ownPlanRequestsQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-plan-requests", clientId],
    queryFn: () => fetchOwnPlanRequests(clientId),
  });
}

/** Requests a change or the cancellation of the client's plan. @throws {ApiError} */
export async function sendPlanRequest(request: PlanRequest): Promise<void> {
  await readJson(api["plan-requests"].$post({ json: request }));
}

/** Withdraws an open request. @throws {ApiError} 409 if it has been answered. */
export async function withdrawPlanRequest(id: string): Promise<void> {
  await readJson(api["plan-requests"][":id"].withdraw.$post({ param: { id } }));
}

/**
 * Returns the checkout link of a plan. `isRepeated` confirms that the last checkout was not paid.
 * @throws {ApiError} 409 if the client has a plan, or an open checkout that is not repeated.
 */
export async function startPlanCheckout(tierId: string, isRepeated: boolean): Promise<string> {
  const { url } = await readJson(api["plan-checkouts"].$post({ json: { tierId, isRepeated } }));
  return url;
}

/** The last checkout that the client opened for each plan, and whether Square has confirmed it. */
export function ownCheckoutsQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-checkouts", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase
          .from("plan_checkouts")
          .select("tier_id, started_at, confirmed_at")
          .eq("client_id", clientId),
      );
    },
  });
}
