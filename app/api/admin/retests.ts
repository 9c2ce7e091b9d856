import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { FINDINGS_KEY } from "#app/api/shared/findings.ts";
import type { RequestRetest, RetestResult } from "#domain/findings/retest.ts";

async function fetchActiveRetests() {
  const supabase = await getSupabase("admin");
  return unwrap(
    await supabase
      .from("retest_rounds")
      .select(
        "id, number, status, requester, requested_at, projects(project_name, clients(company)), retest_findings(finding_id)",
      )
      .in("status", ["requested", "in_progress"])
      .order("requested_at"),
  );
}

/** The rounds that are requested or in progress, the oldest first. */
export function activeRetestsQuery() {
  return queryOptions({ queryKey: [FINDINGS_KEY, "admin", "active-retests"], queryFn: fetchActiveRetests });
}

async function fetchRetest(id: string) {
  const supabase = await getSupabase("admin");
  return unwrap(
    await supabase
      .from("retest_rounds")
      .select(
        `*, projects(project_name, clients(company)),
         retest_findings(finding_id, findings(id, key, title, severity, severity_rank, state),
                         retest_results(verdict, evidence, tested_on, tester))`,
      )
      .eq("id", id)
      .maybeSingle(),
  );
}

/** A round with its findings and their results. */
export type Retest = NonNullable<Awaited<ReturnType<typeof fetchRetest>>>;

export function retestQuery(id: string) {
  return queryOptions({ queryKey: [FINDINGS_KEY, "admin", "retest", id], queryFn: () => fetchRetest(id) });
}

/** Starts a round with the findings, and returns its id. @throws {ApiError} 409 if one is in another active round. */
export async function createRetest(request: RequestRetest): Promise<string> {
  const { id } = await readJson(adminApi.retests.$post({ json: request }));
  return id;
}

/** Starts a round that a client requested. @throws {ApiError} */
export async function startRetest(id: string): Promise<void> {
  await readJson(adminApi.retests[":id"].start.$post({ param: { id } }));
}

/** @throws {ApiError} 409 if the round is not in progress. */
export async function saveRetestResult(id: string, finding: string, result: RetestResult): Promise<void> {
  await readJson(adminApi.retests[":id"].results[":finding"].$put({ param: { id, finding }, json: result }));
}

/** Applies all results and shows them to the client. @throws {ApiError} 409 if one is missing. */
export async function completeRetest(id: string): Promise<void> {
  await readJson(adminApi.retests[":id"].complete.$post({ param: { id } }));
}

/** @throws {ApiError} 409 if the round has ended. */
export async function cancelRetest(id: string): Promise<void> {
  await readJson(adminApi.retests[":id"].cancel.$post({ param: { id } }));
}
