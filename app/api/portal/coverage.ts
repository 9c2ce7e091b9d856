import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { FINDINGS_KEY } from "#app/api/shared/findings.ts";

/** The entries of all frameworks. They change only with an update of the product. */
export function taxonomyEntriesQuery() {
  return queryOptions({
    queryKey: ["framework-entries"],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase
          .from("taxonomy_entries")
          .select("taxonomy, version, id, name, kind, parent_id, position")
          .neq("taxonomy", "cwe")
          .order("taxonomy")
          .order("position")
          .limit(1000),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What was tested in the client's projects, and the published findings with their mappings. */
export function ownCoverageQuery(clientId: string) {
  return queryOptions({
    queryKey: [FINDINGS_KEY, "client", "tested-entries", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const [testedEntries, findings] = await Promise.all([
        supabase
          .from("tested_entries")
          .select("project_id, taxonomy, version, entry_id")
          .eq("client_id", clientId),
        supabase
          .from("findings")
          .select(
            "id, key, title, severity, state, project_id, finding_mappings(taxonomy, version, entry_id), retest_findings(is_active, retest_rounds(status))",
          )
          .eq("client_id", clientId),
      ]);
      return { testedEntries: unwrap(testedEntries), findings: unwrap(findings) };
    },
  });
}
