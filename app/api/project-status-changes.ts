import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";

/** Every status a client's own project had, the first one first. */
export function ownStatusChanges(projectId: string) {
  return queryOptions({
    queryKey: ["own-project-status-changes", projectId],
    queryFn: async () => {
      const client = await backend("client");
      return dataOf(
        await client
          .from("project_status_changes")
          .select("from_status, to_status, changed_at")
          .eq("project_id", projectId)
          .order("changed_at")
          .order("id"),
      );
    },
  });
}
