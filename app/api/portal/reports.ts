import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { FINDINGS_KEY } from "#app/api/shared/findings.ts";
import { brand } from "#brand";
import { getReportNamePrefix } from "#domain/findings/report/report-name.ts";

async function fetchOwnLetters(clientId: string) {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
      .from("attestation_letters")
      .select("id, project_id, code, status, issued_on, ended_on, withdrawal_reason, documents(*)")
      .eq("client_id", clientId)
      .order("created_at", { ascending: false }),
  );
}

/** The letters of attestation of a client, newest first. `documents` is null if the document was deleted. */
export function ownLettersQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "client", "letters", clientId],
    queryFn: () => fetchOwnLetters(clientId),
  });
}

/** The number of projects with a report. Reports are documents, which are recognized by the start of their name. */
export function ownReportCountQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "client", "report-count", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const response = await supabase
        .from("documents")
        .select("id", { count: "exact", head: true })
        .eq("client_id", clientId)
        .eq("category", "report")
        .eq("is_latest", true)
        .like("name", `${getReportNamePrefix(brand.findingPrefix)}%`);
      unwrap(response);
      return response.count ?? 0;
    },
  });
}
