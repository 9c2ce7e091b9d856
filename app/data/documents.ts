import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";

/** A client's documents, the newest first. */
export function ownDocuments(clientId: string) {
  return queryOptions({
    queryKey: ["own-documents", clientId],
    queryFn: async () => {
      const client = await backend("client");
      return dataOf(
        await client
          .from("documents")
          .select("*")
          .eq("client_id", clientId)
          .order("uploaded_at", { ascending: false }),
      );
    },
  });
}

/** How many documents a client has. */
export function ownDocumentCount(clientId: string) {
  return queryOptions({
    queryKey: ["own-document-count", clientId],
    queryFn: async () => {
      const client = await backend("client");
      const answer = await client
        .from("documents")
        .select("id", { count: "exact", head: true })
        .eq("client_id", clientId);
      dataOf(answer);
      return answer.count ?? 0;
    },
  });
}
