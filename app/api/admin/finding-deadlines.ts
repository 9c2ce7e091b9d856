import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { FINDINGS_KEY } from "#app/api/shared/findings.ts";
import type { SaveDeadlines } from "#domain/findings/deadline.ts";

/** The deadlines of all clients. Rows without a client are the default. */
export function findingDeadlinesQuery() {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "admin", "deadlines"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(await supabase.from("finding_deadlines").select("client_id, severity, days").limit(1000));
    },
  });
}

/** Sets the deadlines of a client, or the default. @throws {ApiError} */
export async function saveDeadlines(deadlines: SaveDeadlines): Promise<void> {
  await readJson(adminApi["finding-deadlines"].$put({ json: deadlines }));
}
