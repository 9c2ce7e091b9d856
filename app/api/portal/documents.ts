import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { scanPollInterval } from "#app/api/shared/documents.ts";

/** Latest versions of a client's documents, newest first. Polled while any file is being scanned. */
export function ownDocumentsQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-documents", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase
          .from("documents")
          .select("*")
          .eq("client_id", clientId)
          .eq("is_latest", true)
          .order("uploaded_at", { ascending: false }),
      );
    },
    refetchInterval: ({ state }) => scanPollInterval(state.data),
  });
}

/** Number of a client's documents, excluding earlier versions. */
export function ownDocumentCountQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-document-count", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const response = await supabase
        .from("documents")
        .select("id", { count: "exact", head: true })
        .eq("client_id", clientId)
        .eq("is_latest", true);
      unwrap(response);
      return response.count ?? 0;
    },
  });
}
