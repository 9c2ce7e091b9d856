import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

const COLUMNS =
  "id, project_name, description, status, start_date, target_completion_date, total_estimated_value";

async function fetchOwnProjects(clientId: string) {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
      .from("client_projects")
      .select(COLUMNS)
      .eq("client_id", clientId)
      .order("target_completion_date", { ascending: false, nullsFirst: false }),
  );
}

/** A project with the columns shown in the portal. */
export type OwnProject = Awaited<ReturnType<typeof fetchOwnProjects>>[number];

export function ownProjectsQuery(clientId: string) {
  return queryOptions({ queryKey: ["own-projects", clientId], queryFn: () => fetchOwnProjects(clientId) });
}

/** Status changes of a project, oldest first. */
export function ownStatusChangesQuery(projectId: string) {
  return queryOptions({
    queryKey: ["own-project-status-changes", projectId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase
          .from("project_status_changes")
          .select("from_status, to_status, changed_at")
          .eq("project_id", projectId)
          .order("changed_at")
          .order("id"),
      );
    },
  });
}
